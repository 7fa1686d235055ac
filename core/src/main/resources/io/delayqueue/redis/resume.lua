-- Ends the pause of a topic.
--
-- KEYS[1] {G}:PAUSED   KEYS[2] {G}:SIGNAL:T   KEYS[3] {G}:CONSUMING:T   KEYS[4] {G}:CONSUMING:T:HIGH
-- KEYS[5] {G}:CONSUMING:T:LOW
-- ARGV[1] the topic
--
-- Returns 1 if it was paused.

local waiting = redis.call('EXISTS', KEYS[3], KEYS[4], KEYS[5]) > 0 and redis.call('LLEN', KEYS[2]) == 0
local changed = redis.call('SREM', KEYS[1], ARGV[1])
if waiting then
  redis.call('RPUSH', KEYS[2], '1')
end
return changed
