-- Reads the register as a whole.
--
-- KEYS[1] MONITOR:SUMMARY   KEYS[2] {MONITOR:SUMMARY}:EPOCH
--
-- Returns the name of the register's life or "", then two values a group: its name and its comma-separated topics.

local result = redis.call('HGETALL', KEYS[1])
table.insert(result, 1, redis.call('GET', KEYS[2]) or '')
return result
