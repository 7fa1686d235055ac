-- Makes dead letters ready again. Their attempts count anew; their last error stays until the next.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:PAUSED
-- KEYS[4] {G}:CALL:<nonce of the call>   KEYS[5] {G}:WAITING   KEYS[6] {G}:COUNTS   KEYS[7] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2] for how many milliseconds KEYS[4] keeps the answer   ARGV[3...] ids, all different
--
-- Returns how many ids were seen to, of large tasks the first of them, and the 1-based indexes of those that were dead letters. A
-- second sending of the call gets the answer of the first if that has changed something, and changes nothing: what died again
-- between the two stays dead.

--#include clock
--#include level
--#include once
--#include ready
--#include topicof
--#include within

local earlier = answered(KEYS[4])
if earlier then
  return earlier
end
local ids = {}
for i = 3, #ARGV do
  ids[i - 2] = ARGV[i]
end
local now = math.floor(clock() / 1000)
local details, count = within(KEYS[1], ids)
local plan = newplan(ARGV[1], { paused = KEYS[3], waiting = KEYS[5], counts = KEYS[6] }, now)
local requeued, dead, revived = { count }, {}, {}
for i = 1, count do
  local id = ids[i]
  local topic = details[i] and topicof(details[i])
  local key = topic and ARGV[1] .. 'DEAD:' .. topic
  local score = key and topickey('ZSCORE', key, id)
  if score then
    requeued[#requeued + 1] = i
    revived[#revived + 1] = id
    planready(plan, topic, id, atlevel(now, tonumber(score)))
    dead[key] = dead[key] or {}
    table.insert(dead[key], id)
  end
end
if #revived > 0 then
  makeready(plan)
  for key, members in pairs(dead) do
    redis.call('ZREM', key, unpack(members))
  end
  redis.call('HDEL', KEYS[2], unpack(revived))
  remember(KEYS[4], ARGV[2], requeued)
end
return requeued
