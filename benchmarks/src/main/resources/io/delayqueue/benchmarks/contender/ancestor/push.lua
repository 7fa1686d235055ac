-- Moves the ids of due tasks to the lists of their topics.
--
-- KEYS[1] {GROUP}:WAITING
-- ARGV[1] what the keys of lists begin with, {GROUP}:CONSUMING:   ARGV[2] the client's time, in milliseconds since the epoch
--
-- Returns the time of the next task, as text; nothing if there is none.
--
-- All that is due is read at once and unpacked at once: with more than some 8,000 due tasks Lua's stack is at its end, the
-- script fails, and has moved nothing.

local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if #due > 0 then
  redis.call('ZREM', KEYS[1], unpack(due))
  local ids = {}
  for _, member in ipairs(due) do
    local topic, id = string.match(member, '^([^:]*):(.*)$')
    ids[topic] = ids[topic] or {}
    table.insert(ids[topic], id)
  end
  for topic, list in pairs(ids) do
    redis.call('RPUSH', ARGV[1] .. topic, unpack(list))
  end
end
return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
