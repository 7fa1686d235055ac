-- Makes a topic's dead letters ready again, the oldest first, a part of them; the caller repeats it with the time returned.
-- Their attempts count anew; their last error stays until the next.
--
-- KEYS[1] {G}:DEAD:T   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:PAUSED   KEYS[4] {G}:WAITING   KEYS[5] {G}:COUNTS
-- KEYS[6] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the topic
-- ARGV[3] how many at most   ARGV[4] only those that died up to this time in milliseconds, or "" for all
--
-- Returns how many became ready, and the time up to which the dead letters were looked at.

--#include clock
--#include level
--#include ready

local now = math.floor(clock() / 1000)
local latest = ARGV[4] == '' and now or tonumber(ARGV[4])
local dead = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', latest + 1), 'WITHSCORES', 'LIMIT', 0,
  tonumber(ARGV[3]))
local plan, ids = newplan(ARGV[1], { paused = KEYS[3], waiting = KEYS[4], counts = KEYS[5] }, now), {}
for at = 1, #dead, 2 do
  ids[#ids + 1] = dead[at]
  planready(plan, ARGV[2], dead[at], atlevel(now, tonumber(dead[at + 1])))
end
if #ids > 0 then
  makeready(plan)
  redis.call('ZREM', KEYS[1], unpack(ids))
  redis.call('HDEL', KEYS[2], unpack(ids))
end
return { #ids, latest }
