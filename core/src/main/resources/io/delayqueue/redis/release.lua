-- Releases tasks: ready at once, in their previous place, but for paused ones whose attempt had not begun. Holds limits and topics in the same step.
--
--#keys topics deliveries detail rules never reserved+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] five values a delivery: topic, id, number, instance, and 1 if the attempt counts, 0 if it does not, or a hold, with which it does not either:
--   "h", for how many milliseconds, and the limit behind a percent sign, or nothing for the topic
--
-- Returns how many deliveries were seen to, of large tasks the first of them, and the 1-based indexes of the stale ones.

--#include fence
--#include lease_ends
--#include ready

-- The new texts of {G}:RULES by field.
local held = {}

-- Plans the hold of a limit, or of the topic if there is no limit or the topic does not have it. A hold that lasts longer stays.
local function plan_hold(plan, topic, limit, ends)
  local rule, name = rule_of(plan, topic), string.sub(limit, 2)
  local has_limit = rule and name ~= '' and string.find(',' .. rule.limits .. ',', ',' .. name .. ',', 1, true) and limit_of(plan, name)
  local field = has_limit and limit or topic
  local before, rest = string.match(held[field] or redis.call('HGET', rules, field) or '0|', '^(%d+)(.*)$')
  ends = math.max(tonumber(before), ends)
  held[field] = string.format('%.0f', ends) .. rest
  if has_limit then
    has_limit.ends = ends
  else
    keep_rule(plan, topic, held[field])
  end
end

local current, reply = fence(3, 5)
if #current.ids > 0 then
  local plan = new_plan(clock())
  local unbegun = {}
  for i, at in ipairs(current.at) do
    unbegun[i] = ARGV[at + 4] ~= '1'
  end
  local scores, count = previous_scores(current.ids, current.records, current.leases, unbegun, plan.now)
  if count < #current.ids then
    current, reply = fence(3, 5, current.at[count + 1])
  end
  for i, id in ipairs(current.ids) do
    plan_return(plan, current.topics[i], id, scores[i])
  end
  for i, at in ipairs(current.at) do
    local millis, limit = string.match(ARGV[at + 4], '^h(%d+)(.*)$')
    if millis then
      plan_hold(plan, current.topics[i], limit, math.ceil(plan.micros / 1000) + millis)
    end
  end
  begin_ready(plan)
  for field, text in pairs(held) do
    redis.call('HSET', rules, field, text)
    if string.sub(field, 1, 1) ~= '%' then
      -- Instances give back what they have prefetched.
      publish(ARGV[1], 'paused:' .. field)
    end
  end
  remove_leases(current)
  make_ready(plan)
  take_back_attempts(current.ids, current.records, unbegun)
end
return reply
