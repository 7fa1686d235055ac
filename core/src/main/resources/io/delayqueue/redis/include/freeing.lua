--#include base
--#keys topics rules never

-- Stands before the first write of a script that ends leases. "current" has the topics of the leases, and the topic if it is the same of all. Sets "free",
-- the first write, which leaves signals for the topics that wait for these leases; nil if no topic has limits: the text of such a rule goes on
-- behind the bar. Functions are created only for a topic with limits.
local free, ruled = nil, current.topic and string.find(redis.call('HGET', rules, current.topic) or '', '|.')
for _, rule in ipairs(not current.topic and #current.topics > 0 and redis.call('HMGET', rules, unpack(current.topics)) or {}) do
  ruled = ruled or string.find(rule or '', '|.')
end
if ruled then
--#include ready
local plan = new_plan(clock())
for _, topic in ipairs(current.topics) do
  plan_end(plan, topic)
end
settle(plan)
free = function()
  force_oom_safe_write(topics)
  enter_times(plan)
  make_ready(plan)
end
end
