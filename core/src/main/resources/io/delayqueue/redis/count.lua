-- Counts tasks by topic and state.
--
-- KEYS[1] {G}:COUNTS   KEYS[2] {G}:PAUSED   KEYS[3] {G}:WAITING
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2...] topics; without any, all that ever had a task
--
-- Returns seven values a topic: its name, delayed, ready, reserved, dead, 1 if it is paused, and for how many milliseconds its
-- oldest ready task has been due. A task that is due and not ready yet counts too if no other of its group is due before it.

--#include clock
--#include split

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
local now = math.floor(clock() / 1000)
local head = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
local next = head[1] and split(head[1])
local result = {}
for _, topic in ipairs(topics) do
  local counted = redis.call('HMGET', KEYS[1], 'WAITING:' .. topic, 'RESERVED:' .. topic)
  local ready = ARGV[1] .. 'CONSUMING:' .. topic
  local oldest, total = now, 0
  if topic == next then
    oldest = math.min(oldest, tonumber(head[2]))
  end
  for _, key in ipairs({ ready, ready .. ':HIGH', ready .. ':LOW' }) do
    total = total + redis.call('ZCARD', key)
    oldest = math.min(oldest, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]) or now)
  end
  result[#result + 1] = topic
  result[#result + 1] = tonumber(counted[1] or 0)
  result[#result + 1] = total
  result[#result + 1] = tonumber(counted[2] or 0)
  result[#result + 1] = redis.call('ZCARD', ARGV[1] .. 'DEAD:' .. topic)
  result[#result + 1] = redis.call('SISMEMBER', KEYS[2], topic)
  result[#result + 1] = now - math.floor(oldest)
end
return result
