-- Pauses a topic: its tasks are not reserved, and instances that hold prefetched ones receive a message to release them.
--
--#keys paused topics
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the topic
--
-- Returns 1 if it was not paused before.

--#include base

force_oom_safe_write(topics)
local changed = redis.call('SADD', paused, ARGV[2])
publish(ARGV[1], 'paused:' .. ARGV[2])
return changed
