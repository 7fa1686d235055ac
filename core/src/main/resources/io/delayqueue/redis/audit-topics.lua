-- The topics that have, or ever had, a task: a part of them.
--
--#keys topics
-- ARGV[1] the cursor of the sorted set
--
-- Returns the next cursor, and names; one may come several times.

local scanned = redis.call('ZSCAN', topics, ARGV[1], 'COUNT', 1000)
local names = {}
for at = 1, #scanned[2], 2 do
  names[#names + 1] = scanned[2][at]
end
return { scanned[1], names }
