-- Ends the pause of a topic.
--
--#keys paused signal consuming consuming_high consuming_low topics
-- ARGV[1] the topic
--
-- Returns 1 if it was paused.

--#include base

local unsignalled = redis.call('EXISTS', consuming, consuming_high, consuming_low) > 0 and redis.call('LLEN', signal) == 0
force_oom_safe_write(topics)
local changed = redis.call('SREM', paused, ARGV[1])
if unsignalled then
  redis.call('RPUSH', signal, '1')
end
return changed
