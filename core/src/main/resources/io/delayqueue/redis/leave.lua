-- Forgets an instance that has stopped.
--
-- KEYS[1] {G}:INSTANCES
-- ARGV[1] the instance
--
-- Returns 1 if it was there.

return redis.call('HDEL', KEYS[1], ARGV[1])
