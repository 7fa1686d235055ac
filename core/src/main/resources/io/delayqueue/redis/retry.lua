-- Makes tasks wait for another attempt: those whose attempt failed, and postponed ones, whose attempt does not count.
--
--#keys topics deliveries detail errors rules never reserved+ waiting+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] nine values a delivery: topic, id, number, instance, label as in "finish", delay in milliseconds, 1 if the attempt
--   counts, else 0, error or "", what is kept of the attempt beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include freeing
--#include agenda
--#include attempts
--#include fence
--#include lease_ends
--#include priority
--#include topic_keys

local current, reply = fence(3, 9)
if #current.ids > 0 then
  local micros = clock()
  local now = math.ceil(micros / 1000)
  local failed, uncounted, times, waits, retrying = {}, {}, {}, {}, {}
  for i, at in ipairs(current.at) do
    local topic = current.topics[i]
    local due = now + tonumber(ARGV[at + 5])
    times[topic] = math.min(times[topic] or due, due)
    append_to(waits, topic_key('WAITING', topic), with_history(due, current.leases[i]), current.ids[i])
    append_to(retrying, topic_key('RETRYING', topic), due, current.ids[i])
    uncounted[i] = ARGV[at + 6] == '0'
    if ARGV[at + 7] ~= '' then
      -- Without its record an attempt is not kept among those that went wrong.
      failed[#failed + 1] = { current.ids[i], not uncounted[i] and current.records[i], ARGV[at + 7], ARGV[at + 8] }
    end
  end
  check_waiting(times)
  local attempts = append_attempts(failed)
  begin_freeing(current, true)
  schedule(times, now)
  remove_leases(current)
  call_each('ZADD', waits)
  call_with('HSET', errors, attempts)
  call_each('ZADD', retrying, read_topic_key)
  take_back_attempts(current.ids, current.records, uncounted, uncounted, micros)
end
return reply
