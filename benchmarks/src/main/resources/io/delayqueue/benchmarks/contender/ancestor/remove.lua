-- Removes a task that nobody has taken.
--
-- KEYS[1] {GROUP}:WAITING   KEYS[2] {GROUP}:DETAIL   KEYS[3] {GROUP}:CONSUMING:TOPIC
-- ARGV[1] id   ARGV[2] topic:id
--
-- Returns its detail; nothing if there is no such task.

local detail = redis.call('HGET', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('ZREM', KEYS[1], ARGV[2]) == 0 then
  redis.call('LREM', KEYS[3], 1, ARGV[1])
end
return detail
