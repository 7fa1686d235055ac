-- Moves tasks to the dead letters: failed ones, and those that were too late to begin.
--
--#keys topics deliveries detail errors rules never reserved+ dead+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] seven values a delivery: topic, id, number, instance, 1 if its callback had begun, else 0: the attempt does not count, error, what is
--   kept of the attempt beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones; or, with nothing written, an error that names
-- the key of dead letters that another program has written.

--#include attempts
--#include base
--#include fence
--#include lease_ends
--#include priority
--#include topic_keys

local current, reply = fence(3, 7)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local letters, failed, taken_back, records = {}, {}, {}, {}
  for i, at in ipairs(current.at) do
    local topic = current.topics[i]
    local key = topic_key('DEAD', topic)
    if not letters[key] then
      -- Refused here if it is of a foreign type: after the first write below the task would be in no set.
      if not read_topic_key('ZCARD', key) then
        return redis.error_reply('WRONGTYPE The key ' .. key .. ' is of a type that only another program can have written')
      end
      letters[key] = {}
    end
    append(letters[key], with_history(now, current.leases[i]), current.ids[i])
    local begun = ARGV[at + 4] == '1'
    if not begun then
      taken_back[#taken_back + 1] = current.ids[i]
      records[#taken_back] = current.records[i]
    end
    failed[i] = { current.ids[i], begun and current.records[i], ARGV[at + 5], ARGV[at + 6] }
  end
  local attempts = append_attempts(failed)
--#include freeing
  (free or force_oom_safe_write)(topics)
  remove_leases(current)
  for key, entries in pairs(letters) do
    redis.call('ZADD', key, unpack(entries))
  end
  redis.call('HSET', errors, unpack(attempts))
  take_back_attempts(taken_back, records)
end
return reply
