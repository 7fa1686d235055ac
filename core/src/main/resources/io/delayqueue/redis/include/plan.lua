--#keys rules

-- {G}:RULES has the rules of topics, and limits; the page of the data layout has its fields.

-- The state of a script that makes tasks ready, ends leases or leases tasks: what it has read of {G}:RULES; how many leases it ends of each topic
-- ("ended"); and what it is to write, by topic, with the topics in their order.
local function new_plan(micros)
  return { micros = micros, now = math.floor(micros / 1000), topics = {}, order = {}, rules = {}, limits = {}, ended = {}, times = {} }
end

-- Keeps the rule of a topic as it was read; false if it forbids nothing. Returns the rule.
local function keep_rule(plan, topic, text)
  local ends, limits = string.match(text or '', '^(%d+)|([^|]*)')
  ends = tonumber(ends)
  local rule = ends and (ends > plan.now or limits ~= '') and { ends = ends, limits = limits } or false
  plan.rules[topic], plan.has_rules = rule, plan.has_rules or rule
  return rule
end

-- Reads the rules of topics. Returns their texts, also of rules that forbid nothing; false where there is no rule.
local function read_rules(plan, names)
  local texts = #names > 0 and redis.call('HMGET', rules, unpack(names)) or {}
  for i, text in ipairs(texts) do
    keep_rule(plan, names[i], text)
  end
  return texts
end

-- Plans that a lease of a topic ends.
local function plan_end(plan, topic)
  plan.ended[topic] = (plan.ended[topic] or 0) + 1
end
