-- Forgets topics that have no task in any state: their counters and their signals.
--
--#keys counts topic_keys...
-- "topic_keys" are five a topic: {G}:CONSUMING:T, {G}:CONSUMING:T:HIGH, {G}:CONSUMING:T:LOW, {G}:DEAD:T, {G}:SIGNAL:T
-- ARGV the topics, some hundreds at most
--
-- Returns how many were forgotten.

local fields = {}
for i, topic in ipairs(ARGV) do
  fields[2 * i - 1] = 'WAITING:' .. topic
  fields[2 * i] = 'RESERVED:' .. topic
end
local counted = redis.call('HMGET', counts, unpack(fields))
local gone, signals = {}, {}
for i = 1, #ARGV do
  local at = 5 * i - 4
  if (counted[2 * i - 1] or '0') == '0'
    and (counted[2 * i] or '0') == '0'
    and redis.call('EXISTS', topic_keys[at], topic_keys[at + 1], topic_keys[at + 2], topic_keys[at + 3]) == 0
  then
    gone[#gone + 1] = fields[2 * i - 1]
    gone[#gone + 1] = fields[2 * i]
    signals[#signals + 1] = topic_keys[at + 4]
  end
end
if #signals > 0 then
  redis.call('HDEL', counts, unpack(gone))
  redis.call('DEL', unpack(signals))
end
return #signals
