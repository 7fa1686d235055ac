--#include base
--#keys topics detail rules never

-- Stands before the first write of a script that ends leases, or takes tasks out of their places. "current" has the topics of the leases, the topic if it is the
-- same of all, the positions of the deliveries in ARGV ("at"), whose fifth value is the key; whether the tasks wait for another attempt ("waits"), and by index
-- which of the tasks were too late to begin, if that is known ("late"). Or "current" is of leases_of.
-- Sets "free", the first write, which makes those ready that wait for the keys, and leaves signals for the topics that wait for these leases; nil if no
-- topic has limits or keys: the text of such a rule goes on behind the bar. Functions are created only for a topic with such a rule.
local free, ruled
local names, texts = current.topic and { current.topic } or {}, {}
if current.topic then
  texts[1] = redis.call('HGET', rules, current.topic)
else
  for _, topic in ipairs(current.topics) do
    if not names[topic] then
      names[topic], names[#names + 1] = true, topic
    end
  end
  for _, left in ipairs(current.keyed or {}) do
    if not names[left.topic] then
      names[left.topic], names[#names + 1] = true, left.topic
    end
  end
  texts = #names > 0 and redis.call('HMGET', rules, unpack(names)) or {}
end
for _, text in ipairs(texts) do
  ruled = ruled or string.find(text or '', '|.')
end
if ruled then
  --#include ready
local plan = new_plan(clock())
for i, text in ipairs(texts) do
  keep_rule(plan, names[i], text)
end
for i, topic in ipairs(current.topics) do
  plan_end(plan, topic)
  local rule, key = plan.rules[topic], current.at and ARGV[current.at[i] + 4] or ''
  if key ~= '' and rule and (rule.passes or not current.waits) then
    plan_leave(plan, topic, key, current.ids[i])
  end
end
for _, left in ipairs(current.keyed or {}) do
  if left.member then
    local line = line_of(plan, left.topic)
    line.gone[left.member], line.gone_count = true, line.gone_count + 1
  else
    plan_leave(plan, left.topic, left.task_key, left.id)
  end
end
if next(current.late or {}) then
  --#include rules
  for i in pairs(current.late) do
    give_back(plan, current.topics[i], (parse_delivery(current.records[i])))
  end
end
free = function()
  begin_ready(plan)
  make_ready(plan)
end
end
