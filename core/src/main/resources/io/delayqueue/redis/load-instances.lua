-- Reads what all instances of a group have said last.
--
-- KEYS[1] {G}:INSTANCES
--
-- Returns the time in milliseconds since the epoch, then two values an instance: its name, and what it said as JSON whose first field
-- "at" is the time at which it did.

--#include clock

local result = redis.call('HGETALL', KEYS[1])
table.insert(result, 1, math.floor(clock() / 1000))
return result
