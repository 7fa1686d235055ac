-- Moves failed tasks to the dead letters.
--
--#keys topics deliveries errors reserved+ dead+
-- ARGV six values a delivery: topic, id, number, instance, error, what is kept of the attempt beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones; or, with nothing written, an error that names
-- the key of dead letters that another program has written.

--#include attempts
--#include base
--#include fence
--#include priority
--#include topic_keys

local current, reply = fence(1, 6)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local letters, failed = {}, {}
  for i, at in ipairs(current.at) do
    local topic = current.topics[i]
    local key = dead_key(topic)
    if not letters[key] then
      -- Refused here if it is of a foreign type: after the first write below the task would be in no set.
      if not read_topic_key('ZCARD', key) then
        return redis.error_reply('WRONGTYPE The key ' .. key .. ' is of a type that only another program can have written')
      end
      letters[key] = {}
    end
    append(letters[key], with_history(now, current.leases[i]), current.ids[i])
    failed[i] = { current.ids[i], current.records[i], ARGV[at + 4], ARGV[at + 5] }
  end
  local attempts = append_attempts(failed)
  force_oom_safe_write(topics)
  remove_leases(current)
  for key, entries in pairs(letters) do
    redis.call('ZADD', key, unpack(entries))
  end
  redis.call('HSET', errors, unpack(attempts))
end
return reply
