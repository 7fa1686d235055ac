-- Gives back, unstarted, the tasks of a topic that are leased to an instance in deliveries later than one of them and unknown to
-- it. Goes through a part of the leases; the caller repeats it with the score and the member returned.
--
--#keys reserved deliveries counts paused waiting never
-- ARGV[1] the topic   ARGV[2] whose leases   ARGV[3] the number behind which deliveries are given back
-- ARGV[4] ARGV[5] the score and the member to go on behind, or "" and ""   ARGV[6] how many leases to check
-- ARGV[7...] numbers of the deliveries the instance knows of
--
-- Returns how many were given back, and the score and the member to go on behind, or "" and "" at the end.

--#include delivery
--#include page
--#include ready

local after, limit = tonumber(ARGV[3]), tonumber(ARGV[6])
local start = ARGV[1] .. ':'
local ids, _, score, member = page(reserved, start, ARGV[4], ARGV[5], limit, limit)
if #ids == 0 then
  return { 0, score, member }
end

local known = {}
for i = 7, #ARGV do
  known[ARGV[i]] = true
end
local plan = new_plan(math.floor(clock() / 1000))
local lost, taken_back = {}, {}
for i, held in ipairs(redis.call('HMGET', deliveries, unpack(ids))) do
  local number, _, ready, owner = parse_delivery(held)
  if owner == ARGV[2] and tonumber(number) > after and not known[number] then
    lost[#lost + 1] = start .. ids[i]
    plan_ready(plan, ARGV[1], ids[i], tonumber(ready) or 0)
    taken_back[#taken_back + 1] = ids[i]
    taken_back[#taken_back + 1] = without_attempt(held)
  end
end
if #lost > 0 then
  redis.call('ZREM', reserved, unpack(lost))
  make_ready(plan)
  redis.call('HSET', deliveries, unpack(taken_back))
  redis.call('HINCRBY', counts, 'RESERVED:' .. ARGV[1], -#lost)
end
return { #lost, score, member }
