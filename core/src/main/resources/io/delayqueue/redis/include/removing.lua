--#include freeing
--#include detail
--#include finding
--#include removal
--#include repeats
--#include windows
--#keys detail topics deliveries errors repeats unique rules never

-- Removes tasks in any state, by ids that are all different. Returns what "find" returns of each, or of large tasks of
-- the first of them; the ids behind are left. And whether anything was written.
local function remove_tasks(wanted)
  local result, ids, details, locations, records, old = find_tasks(wanted)
  begin_freeing(leases_of(ids, details, locations))
  remove_members(ids, locations, records, 'removed')
  call_with('HDEL', detail, ids)
  remove_fields({ deliveries, errors }, old)
  local repeating, unique_ids = {}, {}
  for i, id in ipairs(ids) do
    if details[i] and may_repeat(details[i]) then
      append(repeating, id)
    end
    -- The text may also be in a payload.
    if details[i] and details[i]:find('"uniqueFor":') then
      append(unique_ids, id)
    end
  end
  leave_repeats(repeating)
  end_windows(unique_ids)
  return result, next(locations) ~= nil
end
