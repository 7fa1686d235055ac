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
