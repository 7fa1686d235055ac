-- Makes failed tasks wait for another attempt.
--
--#keys reserved deliveries waiting errors counts
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] seven values a delivery: topic, id, number, instance, delay in milliseconds, error or "", what is kept of the attempt
--   beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include attempts
--#include fence
--#include priority
--#include schedule
--#include tally

local current, reply = fence(3, 7)
if #current.ids > 0 then
  local now = math.ceil(clock() / 1000)
  -- Looked at whenever the tasks are due: where the key is missing, the error has to come before anything is written.
  local head = tonumber(redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')[2])
  local scores, failed, changes, earliest = {}, {}, {}, nil
  for i, at in ipairs(current.at) do
    local due = now + tonumber(ARGV[at + 4])
    scores[#scores + 1] = with_priority(due, tonumber(current.scores[i]) or due)
    scores[#scores + 1] = current.members[i]
    if ARGV[at + 5] ~= '' then
      failed[#failed + 1] = { current.ids[i], current.held[i], ARGV[at + 5], ARGV[at + 6] }
    end
    if not earliest or due < earliest then
      earliest = due
    end
    tally(changes, 'RESERVED', current.topics[i], -1)
    tally(changes, 'WAITING', current.topics[i], 1)
  end
  local attempts = append_attempts(failed)
  redis.call('ZREM', reserved, unpack(current.members))
  redis.call('ZADD', waiting, unpack(scores))
  if #attempts > 0 then
    redis.call('HSET', errors, unpack(attempts))
  end
  write_tally(changes)
  wake(ARGV[1], head, earliest, now, tonumber(ARGV[2]))
end
return reply
