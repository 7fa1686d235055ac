-- Makes failed tasks wait for another attempt.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:WAITING   KEYS[4] {G}:ERRORS
-- ARGV[1] the channel {G}:WAKE   ARGV[2] milliseconds between two looks of the pusher
-- ARGV[3...] five values a delivery: topic, id, number, delay in milliseconds, error
--
-- Returns the 1-based indexes of the stale deliveries.

--#include clock
--#include publish
--#include wake
--#include fence

local current, stale = fence(KEYS[1], KEYS[2], 3, 5)
if #current.ids > 0 then
  local now = math.ceil(clock() / 1000)
  local before = tonumber(redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2])
  local waiting, errors, earliest = {}, {}, nil
  for i, at in ipairs(current.at) do
    local due = now + tonumber(ARGV[at + 3])
    waiting[#waiting + 1] = due
    waiting[#waiting + 1] = current.members[i]
    errors[#errors + 1] = current.ids[i]
    errors[#errors + 1] = ARGV[at + 4]
    if not earliest or due < earliest then
      earliest = due
    end
  end
  redis.call('ZREM', KEYS[1], unpack(current.members))
  redis.call('ZADD', KEYS[3], unpack(waiting))
  redis.call('HSET', KEYS[4], unpack(errors))
  wake(ARGV[1], before, earliest, now, tonumber(ARGV[2]))
end
return stale
