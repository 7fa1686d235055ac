-- Releases tasks: ready at once, in their previous place, but for paused ones whose attempt had not begun.
--
--#keys topics deliveries detail rules never reserved+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] five values a delivery: topic, id, number, instance, 1 if its callback had begun, else 0: the attempt does not count
--
-- Returns how many deliveries were seen to, of large tasks the first of them, and the 1-based indexes of the stale ones.

--#include fence
--#include lease_ends
--#include ready

local current, reply = fence(3, 5)
if #current.ids > 0 then
  local plan = new_plan(clock())
  local unbegun, taken_back, records = {}, {}, {}
  for i, at in ipairs(current.at) do
    unbegun[i] = ARGV[at + 4] == '0'
  end
  local scores, count = previous_scores(current.ids, current.records, current.leases, unbegun, plan.now)
  if count < #current.ids then
    current, reply = fence(3, 5, current.at[count + 1])
  end
  for i, id in ipairs(current.ids) do
    plan_return(plan, current.topics[i], id, scores[i])
    plan_end(plan, current.topics[i])
    if unbegun[i] then
      taken_back[#taken_back + 1] = id
      records[#taken_back] = current.records[i]
    end
  end
  begin_ready(plan)
  remove_leases(current)
  make_ready(plan)
  take_back_attempts(taken_back, records)
end
return reply
