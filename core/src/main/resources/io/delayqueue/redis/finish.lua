-- Removes finished tasks.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:DETAIL   KEYS[4] {G}:ERRORS   KEYS[5] {G}:COUNTS
-- ARGV four values a delivery: topic, id, number, instance
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include fence
--#include tally

local current, reply = fence(KEYS[1], KEYS[2], 1, 4)
if #current.ids > 0 then
  local changes = {}
  for _, topic in ipairs(current.topics) do
    tally(changes, 'RESERVED', topic, -1)
  end
  local failedBefore = redis.call('EXISTS', KEYS[4]) == 1
  redis.call('ZREM', KEYS[1], unpack(current.members))
  redis.call('HDEL', KEYS[2], unpack(current.ids))
  redis.call('HDEL', KEYS[3], unpack(current.ids))
  if failedBefore then
    redis.call('HDEL', KEYS[4], unpack(current.ids))
  end
  writetally(KEYS[5], changes)
end
return reply
