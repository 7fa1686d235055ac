-- Finds the remains of removed tasks in a part of a hash.
--
--#keys detail hashes...
-- "hashes" is one hash: {G}:DELIVERIES or {G}:ERRORS
-- ARGV[1] the cursor of the hash   ARGV[2] about how many to read, of large ones fewer
--
-- Returns the next cursor, how many were looked at, and the ids without a detail.

--#include scan

local cursor, ids = scan_part(hashes[1], ARGV[1], tonumber(ARGV[2]))
local stray = {}
for _, id in ipairs(ids) do
  if redis.call('HEXISTS', detail, id) == 0 then
    stray[#stray + 1] = id
  end
end
return { cursor, #ids, stray }
