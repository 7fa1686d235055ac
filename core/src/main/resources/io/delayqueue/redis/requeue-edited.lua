-- Makes a dead letter ready again with another detail. Its attempts start at 1; its last error stays until the next.
--
--#keys detail deliveries paused call topics never
-- ARGV[1] for how many milliseconds "call" keeps the answer
-- ARGV[2] the id   ARGV[3] the detail that it is to have still   ARGV[4] the other detail, of the same due time and topic
--
-- Returns 0 if there is no such dead letter, 1 if it is ready, 2 if its detail is another. A second sending of the call gets the answer
-- of the first if that has changed something, and changes nothing.

--#include answers
--#include detail
--#include priority
--#include ready

local earlier = answered()
if earlier then
  return earlier
end
local id = ARGV[2]
local text = redis.call('HGET', detail, id)
local topic = text and topic_of(text)
local dead = topic and dead_key(topic)
local score = dead and read_topic_key('ZSCORE', dead, id)
if not score then
  return 0
end
if text ~= ARGV[3] then
  return 2
end
local now = math.floor(clock() / 1000)
local plan = new_plan(now)
plan_ready(plan, topic, id, with_fraction(now, score))
begin_ready(plan)
-- Refused for want of memory only here, where nothing has changed.
redis.call('HSET', detail, id, ARGV[4])
make_ready(plan)
redis.call('ZREM', dead, id)
redis.call('HDEL', deliveries, id)
remember(ARGV[1], 1)
return 1
