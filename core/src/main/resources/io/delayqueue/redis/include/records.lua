--#include base
--#keys history

-- A part of a history is a list. A record is some of its elements: the id, the tags, "@" and the key, "!" and the
-- outcome unless the task is finished, and an array of JSON, which begins with "[". What was forgotten is empty elements.

-- The position of the first element of a record, and its elements, at most 12: those around a position up to another.
local function record_at(position, last)
  local from = math.max(0, position - 12)
  local elements = rcall('LRANGE', history, from, last)
  local first, ends = position - from + 1, position - from + 1
  while first > 1 and elements[first - 1]:find('^[^%[]') do
    first = first - 1
  end
  while ends < #elements and elements[ends]:byte() ~= 91 do
    ends = ends + 1
  end
  return from + first - 1, { unpack(elements, first, ends) }
end
