-- Gives back, unstarted, the tasks of a topic that are leased to an instance in deliveries later than one of them and unknown to
-- it. Goes through a part of the leases; the caller repeats it with the score and the member returned.
--
--#keys topics reserved deliveries detail rules never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] the topic   ARGV[4] whose leases   ARGV[5] the number behind which deliveries are given back
-- ARGV[6] ARGV[7] the score and the member to go on behind, or "" and ""   ARGV[8] how many leases to check
-- ARGV[9...] the deliveries the instance knows of: number, a colon, id
--
-- Returns how many were given back, and the score and the member to go on behind, or "" and "" at the end.

--#include lease_ends
--#include page
--#include ready

local topic, after, limit = ARGV[3], tonumber(ARGV[5]), tonumber(ARGV[8])
local ids, leases, score, member = page(reserved, ARGV[6], ARGV[7], limit)
if #ids == 0 then
  return { 0, score, member }
end

local known = {}
for i = 9, #ARGV do
  known[ARGV[i]] = true
end
local plan = new_plan(clock())
local lost, records, ends, unbegun, at = {}, {}, {}, {}, {}
for i, record in ipairs(redis.call('HMGET', deliveries, unpack(ids))) do
  local number, _, owner = parse_delivery(record)
  if owner == ARGV[4] and tonumber(number) > after and not known[number .. ':' .. ids[i]] then
    lost[#lost + 1] = ids[i]
    records[#lost], ends[#lost], unbegun[#lost], at[#lost] = record, leases[i], true, i
  end
end
if #lost > 0 then
  local scores, count = previous_scores(lost, records, ends, unbegun, plan.now)
  if count < #lost then
    -- The next call goes on behind the last task that is given back.
    score, member = leases[at[count]], lost[count]
    lost = { unpack(lost, 1, count) }
  end
  for i, id in ipairs(lost) do
    plan_return(plan, topic, id, scores[i])
  end
  begin_ready(plan)
  redis.call('ZREM', reserved, unpack(lost))
  make_ready(plan)
  take_back_attempts(lost, records, unbegun)
end
return { #lost, score, member }
