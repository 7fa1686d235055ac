-- The topics that have, or ever had, a task: a part of them.
--
--#keys counts
-- ARGV[1] the cursor of the hash
--
-- Returns the next cursor, and names; one may come several times.

local scanned = redis.call('HSCAN', counts, ARGV[1], 'COUNT', 1000)
local topics = {}
for at = 1, #scanned[2], 2 do
  topics[#topics + 1] = string.match(scanned[2][at], ':(.+)$')
end
return { scanned[1], topics }
