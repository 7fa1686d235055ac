-- Pauses a topic: nothing of it is reserved any more, and who holds tasks that have not begun is told to give them back.
--
-- KEYS[1] {G}:PAUSED   KEYS[2] {G}:WAITING
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the topic
--
-- Returns 1 if it was not paused before.

--#include evenwhenfull
--#include publish

evenwhenfull(KEYS[2])
local changed = redis.call('SADD', KEYS[1], ARGV[2])
publish(ARGV[1], 'paused:' .. ARGV[2])
return changed
