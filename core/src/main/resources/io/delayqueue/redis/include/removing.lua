--#include freeing
--#include detail
--#include finding
--#include removal
--#include repeats
--#include windows
--#keys detail topics deliveries errors repeats unique rules never

-- Removes tasks in any state, by ids that are all different. Returns what "find" returns of each, or of large tasks of the first of them;
-- the ids behind are left. And whether anything was written.
local function remove_tasks(wanted)
  local result, ids, details, places, records, old = find_tasks(wanted)
  begin_freeing(leases_of(ids, details, places))
  remove_members(ids, places, records, 'removed')
  redis.call('HDEL', detail, unpack(ids))
  call_with(redis.call, 'HDEL', deliveries, old)
  call_with(redis.call, 'HDEL', errors, old)
  local repeating, unique_ids = {}, {}
  for i, id in ipairs(ids) do
    if details[i] and may_repeat(details[i]) then
      repeating[#repeating + 1] = id
    end
    -- The text may also be in a payload.
    if details[i] and string.find(details[i], '"uniqueFor":', 1, true) then
      unique_ids[#unique_ids + 1] = id
    end
  end
  leave_repeats(repeating)
  end_windows(unique_ids)
  return result, next(places) ~= nil
end
