-- Releases tasks: ready at once, in their previous place, but for paused ones whose attempt had not begun. Holds limits and topics in the same step.
--
--#keys topics deliveries detail rules never reserved+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] seven values a delivery: topic, id, number, instance, 1 if the attempt counts or 0, for how many milliseconds to hold a limit or the topic or "",
--   and the limit or ""
--
-- Returns how many deliveries were seen to, of large tasks the first of them, and the 1-based indexes of the stale ones.

--#include fence
--#include lease_ends
--#include ready

-- The new texts of {G}:RULES by field.
local held = {}

-- Plans the hold of a limit, or of the topic if there is no limit or the topic does not have it. A hold that lasts longer stays.
local function plan_hold(plan, topic, name, ends)
  local rule = rule_of(plan, topic)
  local has_limit = rule and name ~= '' and string.find(',' .. rule.limits .. ',', ',' .. name .. ',', 1, true) and limit_of(plan, name)
  local field = has_limit and '%' .. name or topic
  local before, rest = string.match(held[field] or redis.call('HGET', rules, field) or '0|', '^(%d+)(.*)$')
  ends = math.max(tonumber(before), ends)
  held[field] = string.format('%.0f', ends) .. rest
  if has_limit then
    has_limit.ends = ends
  else
    keep_rule(plan, topic, held[field])
  end
end

local current, reply = fence(3, 7)
if #current.ids > 0 then
  local plan = new_plan(clock())
  local unbegun = {}
  for i, at in ipairs(current.at) do
    unbegun[i] = ARGV[at + 4] ~= '1'
  end
  local scores, count = previous_scores(current.ids, current.records, current.leases, unbegun, plan.now)
  if count < #current.ids then
    current, reply = fence(3, 7, current.at[count + 1])
  end
  for i, id in ipairs(current.ids) do
    plan_return(plan, current.topics[i], id, scores[i])
  end
  for i, at in ipairs(current.at) do
    if ARGV[at + 5] ~= '' then
      plan_hold(plan, current.topics[i], ARGV[at + 6], math.ceil(plan.micros / 1000) + ARGV[at + 5])
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
