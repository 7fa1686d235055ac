-- Records topics that have tasks and are not registered.
--
--#keys summary unregistered
-- ARGV[1] how many records to keep, the newest
-- ARGV[2...] two values a topic: group, topic; at most some 1,000 topics
--
-- Returns for each topic 1 if it is not registered, or 0.

--#include base
--#include registry

local now = string.format('%.0f', clock())
local groups, answers, records = {}, {}, {}
for at = 2, #ARGV, 2 do
  local group, topic = ARGV[at], ARGV[at + 1]
  local registered = groups[group]
  if not registered then
    registered = {}
    for _, name in ipairs(split_names(redis.call('HGET', summary, group))) do
      registered[name] = true
    end
    groups[group] = registered
  end
  if registered[topic] then
    answers[#answers + 1] = 0
  else
    answers[#answers + 1] = 1
    records[#records + 1] = now
    records[#records + 1] = group .. ':' .. topic
  end
end
if #records > 0 then
  redis.call('ZADD', unregistered, unpack(records))
  redis.call('ZREMRANGEBYRANK', unregistered, 0, -ARGV[1] - 1)
end
return answers
