-- One page of the records in a part of a history, the newest first.
--
--#keys history
-- ARGV[1] the term that a record has, or "" for all
-- ARGV[2] the position to go on before, or "" for the end of the part
-- ARGV[3] how many elements the pages before have found; they are not searched again
-- ARGV[4] how many records at most
--
-- Returns the position to go on before, 0 at the beginning of the part, and how many elements are found by then; then
-- the elements of each record.

--#include records

local term, found, most = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4])
local before = math.min(tonumber(ARGV[2]) or math.huge, read_topic_key('LLEN', history) or 0)
local records = {}
if term == '' then
  local left = most
  while before > 0 and left > 0 do
    local first, record = record_at(before - 1, before - 1)
    local last = #record
    while last > 0 and record[last]:byte() ~= 91 do
      last = last - 1
    end
    if last == #record then
      before, records[#records + 1] = first, record
    else
      before = first + last
    end
    left = left - 1
  end
  return { before, 0, unpack(records) }
end

-- The last element found before is found again, because the end has not come nearer to it, unless elements behind it
-- were forgotten.
local overlap = math.min(found, 1)
local function newest()
  return read_topic_key('LPOS', history, term, 'RANK', -math.max(found, 1), 'COUNT', most + overlap) or {}
end
local positions = newest()
if found > 1 and (positions[1] or -1) < before then
  found = 1
  positions = newest()
end
for _, position in ipairs(positions) do
  if position < before and #records < most then
    before, records[#records + 1] = record_at(position, position + 11)
  end
end
found = found - overlap + #positions
return { #positions < most + overlap and 0 or before, found, unpack(records) }
