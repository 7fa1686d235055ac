--#keys rules

-- {G}:RULES has the rules of topics, and limits; the page of the data layout has its fields.

-- The state of a script that makes tasks ready, ends leases or leases tasks: what it has read of {G}:RULES; how many leases it ends of each topic
-- ("ended"); and what it is to write, by topic, with the topics in their order.
local function new_plan(micros)
  return { micros = micros, now = math.floor(micros / 1000), topics = {}, order = {}, rules = {}, limits = {}, ended = {}, times = {}, lines = {} }
end

-- Keeps the rule of a topic as it was read; false if it forbids nothing. Returns the rule. "places" is how many tasks of a key are ready or leased at
-- once, and "passes" says that a task which waits for another attempt lets the others of its key pass.
local function keep_rule(plan, topic, text)
  local ends, more, limits = string.match(text or '', '^(%d+)|(.-)([^|]*)$')
  ends = tonumber(ends)
  local forbids = ends and (ends > plan.now or limits ~= '')
  local rule = (forbids or ends and more ~= '') and { ends = ends, limits = limits } or false
  if rule and more ~= '' then
    local places, retry, least, wait = string.match(more, '^(%d*)|(%a?)|(%d*)|(%d*)|$')
    rule.places, rule.passes, rule.least, rule.wait = tonumber(places), retry == 'P', tonumber(least), tonumber(wait)
  end
  plan.rules[topic], plan.has_rules = rule, plan.has_rules or forbids or rule and rule.least
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

-- The changes of a topic with keys: tasks that become ready ("arrivals": key, due time, id and score of each), and that give up their places ("leavers": key and
-- id), and the members of {G}:BEHIND:T that the script removes ("gone").
local function line_of(plan, topic)
  local line = plan.lines[topic]
  if not line then
    line = { arrivals = {}, leavers = {}, gone = {}, gone_count = 0 }
    plan.lines[topic] = line
  end
  return line
end

-- Plans that a task gives up the place of its key, if it has one.
local function plan_leave(plan, topic, key, id)
  local leavers = line_of(plan, topic).leavers
  local last = #leavers
  leavers[last + 1], leavers[last + 2] = key, id
end

-- Plans that a lease of a topic ends.
local function plan_end(plan, topic)
  plan.ended[topic] = (plan.ended[topic] or 0) + 1
end
