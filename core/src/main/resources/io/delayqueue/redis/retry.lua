-- Makes failed tasks wait for another attempt.
--
--#keys topics deliveries errors reserved+ waiting+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] seven values a delivery: topic, id, number, instance, delay in milliseconds, error or "", what is kept of the attempt
--   beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include agenda
--#include attempts
--#include fence
--#include priority

local current, reply = fence(3, 7)
if #current.ids > 0 then
  local now = math.ceil(clock() / 1000)
  local failed, times, due = {}, {}, {}
  for i, at in ipairs(current.at) do
    local topic = current.topics[i]
    due[i] = now + tonumber(ARGV[at + 4])
    times[topic] = math.min(times[topic] or due[i], due[i])
    if ARGV[at + 5] ~= '' then
      failed[#failed + 1] = { current.ids[i], current.records[i], ARGV[at + 5], ARGV[at + 6] }
    end
  end
  check_waiting(times)
  local attempts = append_attempts(failed)
  force_oom_safe_write(topics)
  schedule(times, now)
  remove_leases(current)
  for_each_topic(current, function(scores, i)
    append(scores, with_history(due[i], current.leases[i]), current.ids[i])
  end, function(topic, scores)
    redis.call('ZADD', waiting_key(topic), unpack(scores))
  end)
  if #attempts > 0 then
    redis.call('HSET', errors, unpack(attempts))
  end
end
return reply
