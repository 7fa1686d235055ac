--#include freeing
--#include clearing
--#include detail
--#include finding
--#include removal
--#keys detail topics deliveries errors repeats unique rules never recorded...

local record
if recorded[1] then
  --#include recording
  record = record_leaving
end

-- Removes tasks in any state, by ids that are all different; "is_meant" is that of find_tasks. Returns what "find"
-- returns of each, or of large tasks of the first of them; the ids behind are left. And whether anything was written.
local function remove_tasks(wanted, is_meant)
  local result, ids, details, locations, records, old = find_tasks(wanted, is_meant)
  local current = leases_of(ids, locations)
  begin_freeing(current, false, nil, record and record('REMOVED', ids, details, locations, records))
  remove_members(ids, locations, records, 'removed')
  -- A window outlasts its task, so it stays where there is no task.
  local gone = {}
  for i, id in ipairs(ids) do
    gone[#gone + 1] = details[i] and id or nil
  end
  clear(gone, old)
  if current.tagged then
    --#include tags
    leave_tags(tags_of(ids, details))
  end
  return result, next(locations) ~= nil
end
