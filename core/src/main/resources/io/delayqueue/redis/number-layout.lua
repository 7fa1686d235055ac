-- Reads the number of the data layout, and writes it where there is none.
--
--#keys layout
-- ARGV[1] the number to write if there is none, or "" to write none
--
-- Returns the number as text, or "" if there is none.

local number = redis.call('GET', layout)
if not number and ARGV[1] ~= '' then
  redis.call('SET', layout, ARGV[1])
  return ARGV[1]
end
return number or ''
