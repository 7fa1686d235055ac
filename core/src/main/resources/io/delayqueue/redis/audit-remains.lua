-- Looks for what is left of tasks that are gone, in a part of a hash.
--
-- KEYS[1] {G}:DELIVERIES or {G}:ERRORS   KEYS[2] {G}:DETAIL
-- ARGV[1] the cursor of the hash   ARGV[2] about how many to look at
--
-- Returns the next cursor, how many were looked at, and the ids without a detail.

--#include inparts

local scanned = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local ids, stray = {}, {}
for at = 1, #scanned[2], 2 do
  ids[#ids + 1] = scanned[2][at]
end
for i, detail in ipairs(inparts('HMGET', KEYS[2], ids)) do
  if not detail then
    stray[#stray + 1] = ids[i]
  end
end
return { scanned[1], #ids, stray }
