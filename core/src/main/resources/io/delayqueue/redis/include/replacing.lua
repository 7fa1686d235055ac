--#include freeing
--#include removal
--#include adding
--#include order
--#include repeats
--#include due_times
--#include windows
--#keys detail topics deliveries errors repeats unique rules never recorded...

local record
if recorded[1] then
  --#include recording
  record = record_leaving
end

-- Adds tasks, some of them instead of those of the same ids; "args" are the arguments of "replace". Returns its
-- result, and whether anything was written.
--
-- A new location is written before the old one is left: a key that a write has emptied is not touched again. So are
-- tags.
local function replace_tasks(args)
  local repeated = {}
  local result, written = add_tasks(args, function(replaced, entered, times)
    local ids, details = {}, {}
    for id, text in pairs(replaced) do
      append(ids, id)
      append(details, text)
      repeated[id] = may_repeat(text)
    end
    local locations = locate(ids, details)
    local records = call_with('HMGET', deliveries, ids)
    local current = leases_of(ids, details, locations)
    local free = plan_freed(current)
    local members, kept, left, debounced = {}, {}, {}, {}
    for at = 5, #args, 5 do
      local id, how = args[at], args[at + 2]
      debounced[id] = how:find('L', 1, true)
      -- A task with tags is "T".
      append_tags_of(members, id, #how > 3 and entered[id])
    end
    for _, member in ipairs(members) do
      kept[member] = true
    end
    for _, member in ipairs(current.tagged) do
      left[#left + 1] = not kept[member] and member or nil
    end
    if #members > 0 or record then
      -- Fails here if a later layout has left another type, or the key of a topic is of a foreign type.
      rcall('ZCARD', topics)
      rcall('HLEN', rules)
      check_waiting(times)
      enter_tags(members)
    end
    if record then
      local gone = {}
      for i, id in ipairs(ids) do
        -- A debounce leaves no records.
        gone[i] = not debounced[id] and locations[i] or nil
      end
      record('REPLACED', ids, details, gone, records)()
    end
    return function()
      for _, location in pairs(locations) do
        -- The new score has taken the old one's location already.
        location.key = location.state ~= DELAYED and location.key
      end
      if free then
        free()
      end
      remove_members(ids, locations, records, 'replaced')
      remove_fields({ deliveries, errors }, ids)
      leave_tags(left)
    end
  end, begin_window, due_time, begin_order)
  if written then
    write_windows()
    for i = 1, #result / 2 do
      local id, status = args[5 * i], result[2 * i - 1]
      local is_written = status == ADDED or status == REPLACED
      -- Of several tasks with one id the last one counts.
      if is_written and args[5 * i + 2]:sub(4, 4) == 'P' then
        enter_repeats({ id })
        repeated[id] = true
      elseif is_written and repeated[id] then
        leave_repeats({ id })
      end
    end
  end
  return result, written
end
