--#include freeing
--#include removal
--#include adding
--#include order
--#include repeats
--#include due_times
--#include windows
--#keys detail topics deliveries errors repeats unique rules never

-- Adds tasks, some of them instead of those of the same ids; "args" are the arguments of "replace". Returns its
-- result, and whether anything was written.
--
-- A new location is written before the old one is left: a key that a write has emptied is not touched again.
local function replace_tasks(args)
  local repeated = {}
  local result, written = add_tasks(args, function(replaced)
    local ids, details = {}, {}
    for id, text in pairs(replaced) do
      append(ids, id)
      append(details, text)
      repeated[id] = may_repeat(text)
    end
    if #ids == 0 then
      return nil
    end
    local locations = locate(ids, details)
    local records = read_with('HMGET', deliveries, ids)
    local free = plan_freed(leases_of(ids, details, locations))
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
    end
  end, begin_window, due_time, begin_order)
  if written then
    write_windows()
    -- Of several tasks with one id the last one counts.
    local entered, left, repeats_now = {}, {}, {}
    for i = 1, #result / 2 do
      if result[2 * i - 1] == ADDED or result[2 * i - 1] == REPLACED then
        repeats_now[args[5 * i]] = args[5 * i + 2]:sub(4, 4) == 'P'
      end
    end
    for id, repeats_on in pairs(repeats_now) do
      if repeats_on then
        append(entered, id)
      elseif repeated[id] then
        append(left, id)
      end
    end
    enter_repeats(entered)
    leave_repeats(left)
  end
  return result, written
end
