-- Makes failed tasks wait for another attempt.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:WAITING   KEYS[4] {G}:ERRORS   KEYS[5] {G}:COUNTS
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] seven values a delivery: topic, id, number, instance, delay in milliseconds, error or "", what is kept of the attempt
--   beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include attempts
--#include clock
--#include fence
--#include level
--#include tally
--#include wake

local current, reply = fence(KEYS[1], KEYS[2], 3, 7)
if #current.ids > 0 then
  local now = math.ceil(clock() / 1000)
  -- Looked at whenever the tasks are due: where the key is missing, the error has to come before anything is written.
  local head = tonumber(redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2])
  local waiting, failed, changes, earliest = {}, {}, {}, nil
  for i, at in ipairs(current.at) do
    local due = now + tonumber(ARGV[at + 4])
    waiting[#waiting + 1] = atlevel(due, scoreheld(current.held[i], due))
    waiting[#waiting + 1] = current.members[i]
    if ARGV[at + 5] ~= '' then
      failed[#failed + 1] = { current.ids[i], current.held[i], ARGV[at + 5], ARGV[at + 6] }
    end
    if not earliest or due < earliest then
      earliest = due
    end
    tally(changes, 'RESERVED', current.topics[i], -1)
    tally(changes, 'WAITING', current.topics[i], 1)
  end
  local errors = withattempts(KEYS[4], failed)
  redis.call('ZREM', KEYS[1], unpack(current.members))
  redis.call('ZADD', KEYS[3], unpack(waiting))
  if #errors > 0 then
    redis.call('HSET', KEYS[4], unpack(errors))
  end
  writetally(KEYS[5], changes)
  wake(ARGV[1], head, earliest, now, tonumber(ARGV[2]))
end
return reply
