-- Reads the last heartbeats of all instances of a group, and sets a mark that shows it.
--
--#keys instances watched
-- ARGV[1] how long the mark lasts, in milliseconds
--
-- Returns the time in milliseconds since the epoch, then two values an instance: its name, and its heartbeat as JSON whose first field
-- "at" is the time at which it did.

--#include base

local result = redis.call('HGETALL', instances)
-- A server that takes no writes can be read all the same. The empty name is in no hash: as in force_oom_safe_write, the first write is
-- a removal.
redis.pcall('HDEL', instances, '')
redis.pcall('SET', watched, '', 'PX', ARGV[1])
table.insert(result, 1, math.floor(clock() / 1000))
return result
