--#include freeing
--#include removal
--#include adding
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
--
-- Redis creates functions at each call, so some includes stand where a task asks for more than to replace another.
local function replace_tasks(args)
  local repeated, asks_more, refusal, timing, order, write = {}
  for at = 7, #args, 5 do
    asks_more = asks_more or #args[at] > 3
  end
  if asks_more then
    --#include due_times
    --#include order
    --#include windows
    refusal, timing, order, write = begin_window, due_time, begin_order, write_windows
  end
  local result, written = add_tasks(args, function(replaced, new, times)
    local ids, details = {}, {}
    for id, text in pairs(replaced) do
      ids[#ids + 1], details[#ids + 1] = id, text
      if may_repeat(text) then
        repeated[id] = true
      end
    end
    local locations = locate(ids, details)
    local records = call_with('HMGET', deliveries, ids)
    local current = leases_of(ids, locations)
    local free = plan_freed(current)
    local members, left, enter, leave = {}, {}
    if asks_more or current.tagged then
      --#include tags
      members, enter, leave = tags_of(unzip(new)), enter_tags, leave_tags
      local kept = {}
      for _, member in ipairs(members) do
        kept[member] = true
      end
      for _, member in ipairs(tags_of(ids, details)) do
        append(left, not kept[member] and member or nil)
      end
    end
    if #members > 0 or record then
      -- Fails here if a later layout has left another type, or the key of a topic is of a foreign type.
      rcall('ZCARD', topics)
      rcall('HLEN', rules)
      check_waiting(times)
    end
    if enter then
      enter(members)
    end
    if record then
      local debounced, gone = {}, {}
      for at = 5, #args, 5 do
        debounced[args[at]] = args[at + 2]:find('L', 1, true)
      end
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
      if leave then
        leave(left)
      end
    end
  end, refusal, timing, order)
  if written and (write or next(repeated)) then
    --#include repeats
    if write then
      write()
    end
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
