-- Makes dead letters ready again. Their attempts start at 1; their last error stays until the next.
--
--#keys detail deliveries paused call topics never
-- ARGV[1] for how many milliseconds "call" keeps the answer
-- ARGV[2] the topic whose dead letters alone are meant, or ""
-- ARGV[3] the detail that a single dead letter is to have still, or ""   ARGV[4] its other detail, of the same due time and topic
-- ARGV[5...] ids, all different
--
-- Returns how many ids were seen to, of large tasks the first of them, and the 1-based indexes of those that were dead letters; 0 alone if
-- the dead letter has another detail than ARGV[3]. A second sending of the call gets the answer of the first if that has changed something,
-- and changes nothing: what died again between the two stays dead.

--#include answers
--#include bounds
--#include detail
--#include priority
--#include ready

local now = math.floor(clock() / 1000)
local details, ids = read_within(detail, { unpack(ARGV, 5) })
local plan, requeued, dead, revived = {}, { #ids }, {}, {}
for i, id in ipairs(ids) do
  local topic = details[i] and topic_of(details[i])
  local key = topic and (ARGV[2] == '' or ARGV[2] == topic) and topic_key('DEAD', topic)
  local score = key and read_topic_key('ZSCORE', key, id)
  if score and ARGV[3] ~= '' and details[i] ~= ARGV[3] then
    return { 0 }
  end
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
  if ARGV[3] ~= '' then
    redis.call('HSET', detail, ids[1], ARGV[4])
  end
  make_ready(plan)
  for key, members in pairs(dead) do
    redis.call('ZREM', key, unpack(members))
  end
  redis.call('HDEL', deliveries, unpack(revived))
  remember(ARGV[1], requeued)
end
return requeued
