-- Sends the instance that runs a task the message to interrupt its attempt. Changes nothing: the message may be lost.
--
--#keys detail topics deliveries never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the id   ARGV[3] the number of the delivery
--
-- Returns 1 if the task is reserved by that delivery, else 0. A second sending of the call sends a second message, which has no further effect.

--#include base
--#include delivery
--#include detail
--#include topic_keys

local id = ARGV[2]
local text = redis.call('HGET', detail, id)
local topic = text and topic_of(text)
local number = topic and read_topic_key('ZSCORE', reserved_key(topic), id) and parse_delivery(redis.call('HGET', deliveries, id))
if number ~= ARGV[3] then
  return 0
end
publish(ARGV[1], 'interrupt:' .. topic .. ':' .. id .. ':' .. number)
return 1
