--#include history
--#include places
--#keys detail

-- Reads tasks by their ids, of large ones the first. Returns the ids that were read, and by their index the details, the places, the records of
-- {G}:DELIVERIES and the errors; and the ids that have a record or an error.
local function find_tasks(wanted)
  local details, ids = read_within(detail, wanted)
  local places = locate(ids, details)
  local records, failures, old, count = read_history(ids, places)
  for i = count + 1, #ids do
    places[i] = nil
  end
  return { unpack(ids, 1, count) }, details, places, records, failures, old
end
