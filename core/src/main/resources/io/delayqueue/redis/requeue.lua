-- Makes dead letters ready again. Their attempts start at 1; their last error stays until the next.
--
--#keys detail deliveries paused call topics never
-- ARGV[1] for how many milliseconds "call" keeps the answer
-- ARGV[2] the topic whose dead letters alone are meant, or ""   ARGV[3...] ids, all different
--
-- Returns how many ids were seen to, of large tasks the first of them, and the 1-based indexes of those that were dead letters. A
-- second sending of the call gets the answer of the first if that has changed something, and changes nothing: what died again
-- between the two stays dead.

--#include answers
--#include bounds
--#include detail
--#include priority
--#include ready

local earlier = answered()
if earlier then
  return earlier
end
local ids = {}
for i = 3, #ARGV do
  ids[i - 2] = ARGV[i]
end
local now = math.floor(clock() / 1000)
local details
details, ids = read_within(detail, ids)
local plan = new_plan(now)
local requeued, dead, revived = { #ids }, {}, {}
for i, id in ipairs(ids) do
  local topic = details[i] and topic_of(details[i])
  local key = topic and (ARGV[2] == '' or ARGV[2] == topic) and dead_key(topic)
  local score = key and read_topic_key('ZSCORE', key, id)
  if score then
    requeued[#requeued + 1] = i
    revived[#revived + 1] = id
    plan_ready(plan, topic, id, with_fraction(now, score))
    dead[key] = dead[key] or {}
    table.insert(dead[key], id)
  end
end
if #revived > 0 then
  begin_ready(plan)
  make_ready(plan)
  for key, members in pairs(dead) do
    redis.call('ZREM', key, unpack(members))
  end
  redis.call('HDEL', deliveries, unpack(revived))
  remember(ARGV[1], requeued)
end
return requeued
