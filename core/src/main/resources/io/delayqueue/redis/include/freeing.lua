--#include base
--#keys topics rules never

-- Stands before the first write of a script that ends leases. "current" has the topics of the leases, the topic if it is the same of all, and by index which
-- of the tasks were too late to begin, if that is known ("late"). Sets "free", the first write, which leaves signals for the topics that wait for these
-- leases; nil if no topic has limits: the text of such a rule goes on behind the bar. Functions are created only for a topic with limits.
local free, ruled
if current.topic then
  ruled = string.find(redis.call('HGET', rules, current.topic) or '', '|.')
else
  local names = {}
  for _, topic in ipairs(current.topics) do
    if not names[topic] then
      names[topic], names[#names + 1] = true, topic
    end
  end
  for _, rule in ipairs(#names > 0 and redis.call('HMGET', rules, unpack(names)) or {}) do
    ruled = ruled or string.find(rule or '', '|.')
  end
end
if ruled then
--#include rules
--#include ready
local plan = new_plan(clock())
for _, topic in ipairs(current.topics) do
  plan_end(plan, topic)
end
for i in pairs(current.late or {}) do
  give_back(plan, current.topics[i], (parse_delivery(current.records[i])))
end
free = function()
  begin_ready(plan)
  make_ready(plan)
end
end
