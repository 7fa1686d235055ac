-- Makes a topic's dead letters ready again, the oldest first, a part of them; the caller repeats it with the time returned.
-- Their attempts start at 1; their last error stays until the next.
--
--#keys dead deliveries paused topics never
-- ARGV[1] the topic
-- ARGV[2] how many at most   ARGV[3] only those that died up to this time in milliseconds, or "" for all
--
-- Returns how many became ready, and the time up to which the dead letters were looked at.

--#include priority
--#include ready

local now = math.floor(clock() / 1000)
local latest = ARGV[3] == '' and now or tonumber(ARGV[3])
local letters = redis.call('ZRANGEBYSCORE', dead, '-inf', string.format('(%.0f', latest + 1), 'WITHSCORES', 'LIMIT', 0,
  tonumber(ARGV[2]))
local plan, ids = new_plan(now), {}
for at = 1, #letters, 2 do
  ids[#ids + 1] = letters[at]
  plan_ready(plan, ARGV[1], letters[at], with_fraction(now, letters[at + 1]))
end
if #ids > 0 then
  begin_ready(plan)
  make_ready(plan)
  redis.call('ZREM', dead, unpack(ids))
  redis.call('HDEL', deliveries, unpack(ids))
end
return { #ids, latest }
