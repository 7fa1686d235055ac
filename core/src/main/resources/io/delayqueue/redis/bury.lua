-- Moves failed tasks to the dead letters.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:ERRORS   KEYS[4] {G}:COUNTS   KEYS[5] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2...] six values a delivery: topic, id, number, instance, error, what is kept of the attempt beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones; or, with nothing written, an error that names
-- the key of dead letters that another program has written.

--#include attempts
--#include clock
--#include fence
--#include level
--#include tally
--#include topickey

local current, reply = fence(KEYS[1], KEYS[2], 2, 6)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local dead, failed, changes = {}, {}, {}
  for i, at in ipairs(current.at) do
    local topic = current.topics[i]
    local key = ARGV[1] .. 'DEAD:' .. topic
    if not dead[key] then
      -- Refused here if it is of a foreign type: after the first write below the task would be in no set.
      if not topickey('ZCARD', key) then
        return redis.error_reply('WRONGTYPE The key ' .. key .. ' is of a type that only another program can have written')
      end
      dead[key] = {}
    end
    table.insert(dead[key], atlevel(now, scoreheld(current.held[i], now)))
    table.insert(dead[key], current.ids[i])
    failed[i] = { current.ids[i], current.held[i], ARGV[at + 4], ARGV[at + 5] }
    tally(changes, 'RESERVED', topic, -1)
  end
  local errors = withattempts(KEYS[3], failed)
  redis.call('ZREM', KEYS[1], unpack(current.members))
  for key, entries in pairs(dead) do
    redis.call('ZADD', key, unpack(entries))
  end
  redis.call('HSET', KEYS[3], unpack(errors))
  writetally(KEYS[4], changes)
end
return reply
