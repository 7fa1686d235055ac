-- Adds a task.
--
-- KEYS[1] {GROUP}:DETAIL   KEYS[2] {GROUP}:WAITING
-- ARGV[1] id   ARGV[2] the detail, JSON   ARGV[3] topic:id   ARGV[4] when it is due, in milliseconds since the epoch

redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3])
