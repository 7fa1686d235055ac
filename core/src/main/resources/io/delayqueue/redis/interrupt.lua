-- Marks the delivery of a running task, and sends its instance the message to interrupt the attempt, which the mark confirms. The message
-- may be lost.
--
--#keys detail topics deliveries never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the id   ARGV[3] the number of the delivery
--
-- Returns 1 if the task is reserved by that delivery, else 0. A second sending of the call sends a second message, which has no further effect.

--#include base
--#include detail
--#include topic_keys

local id = ARGV[2]
local text = redis.call('HGET', detail, id)
local topic = text and topic_of(text)
local record = topic and read_topic_key('ZSCORE', reserved_key(topic), id) and redis.call('HGET', deliveries, id)
local number, more = string.match(record or '', '^(%d+):%d+:[^:]*(.*)$')
if number ~= ARGV[3] then
  return 0
end
if not string.find(more .. ':', ':interrupt:', 1, true) then
  force_oom_safe_write(topics)
  redis.call('HSET', deliveries, id, record .. (more == '' and '::' or ':') .. 'interrupt')
end
publish(ARGV[1], 'interrupt:' .. topic .. ':' .. id .. ':' .. number)
return 1
