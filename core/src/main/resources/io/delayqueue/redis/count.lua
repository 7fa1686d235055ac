-- Counts tasks by topic and state.
--
-- KEYS[1] {G}:COUNTS   KEYS[2] {G}:PAUSED
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2...] topics; without any, all that ever had a task
--
-- Returns six values a topic: its name, delayed, ready, reserved, dead, 1 if it is paused.

local topics, seen = {}, {}
for i = 2, #ARGV do
  topics[#topics + 1] = ARGV[i]
end
if #ARGV == 1 then
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    local topic = string.match(field, ':(.*)$')
    if topic and not seen[topic] then
      seen[topic] = true
      topics[#topics + 1] = topic
    end
  end
end
local result = {}
for _, topic in ipairs(topics) do
  local counted = redis.call('HMGET', KEYS[1], 'WAITING:' .. topic, 'RESERVED:' .. topic)
  local ready = ARGV[1] .. 'CONSUMING:' .. topic
  result[#result + 1] = topic
  result[#result + 1] = tonumber(counted[1] or 0)
  result[#result + 1] = redis.call('ZCARD', ready) + redis.call('ZCARD', ready .. ':HIGH')
    + redis.call('ZCARD', ready .. ':LOW')
  result[#result + 1] = tonumber(counted[2] or 0)
  result[#result + 1] = redis.call('ZCARD', ARGV[1] .. 'DEAD:' .. topic)
  result[#result + 1] = redis.call('SISMEMBER', KEYS[2], topic)
end
return result
