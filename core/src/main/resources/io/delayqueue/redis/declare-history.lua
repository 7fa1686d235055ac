-- Sets the rule of a topic's history, if it is as it was read. Closes the open part, so that what is written from now on
-- lasts as the new rule says.
--
--#keys topics never
-- ARGV[1] the topic   ARGV[2] the rule as it was read, or "" for none   ARGV[3] the rule from now on, or "" for none
--
-- Returns 1 if the topic has the rule now; else 0, with nothing written.

--#include parts

local topic, rule = ARGV[1], ARGV[3]
local there = rcall('HGET', recorded, topic) or ''
if there ~= ARGV[2] then
  return there == rule and 1 or 0
end
-- A right that is missing fails a start here, and no end of a task later.
local scratch = part_key(topic, '0')
force_oom_safe_write(topics)
rcall('PEXPIRE', scratch, 1000)
rcall('UNLINK', scratch)
rcall('RPUSH', scratch, '')
rcall('UNLINK', scratch)
rcall('HINCRBY', recorded, '!' .. topic, 0)

local now, history = clock_millis(), read_history(topic)
local age, size = rule:match('^(%d+)|(%d+)|')
history.age, history.size = tonumber(age) or history.age, tonumber(size) or history.size
if history.age then
  local text, gone = close_part(topic, history, now)
  for _, key in ipairs(gone) do
    rcall('UNLINK', key)
  end
  for number, last in text:gmatch('(%d+):%d+:%d+:%d+:(%d+):[^;]*;') do
    rcall('PEXPIRE', part_key(topic, number), whole(last + history.age - now))
  end
  rcall('HSET', recorded, '#' .. topic, open_part(history), '=' .. topic, text)
end
if rule == '' then
  rcall('HDEL', recorded, topic)
else
  rcall('HSET', recorded, topic, rule)
end
return 1
