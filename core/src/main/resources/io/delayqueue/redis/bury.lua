-- Moves failed tasks to the dead letters.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:DEAD   KEYS[4] {G}:ERRORS
-- ARGV four values a delivery: topic, id, number, error
--
-- Returns the 1-based indexes of the stale deliveries.

--#include clock
--#include fence

local current, stale = fence(KEYS[1], KEYS[2], 1, 4)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local dead, errors = {}, {}
  for i, at in ipairs(current.at) do
    dead[#dead + 1] = now
    dead[#dead + 1] = current.members[i]
    errors[#errors + 1] = current.ids[i]
    errors[#errors + 1] = ARGV[at + 3]
  end
  redis.call('ZREM', KEYS[1], unpack(current.members))
  redis.call('ZADD', KEYS[3], unpack(dead))
  redis.call('HSET', KEYS[4], unpack(errors))
end
return stale
