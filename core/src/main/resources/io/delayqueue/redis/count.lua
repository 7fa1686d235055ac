-- Counts tasks by topic and state.
--
-- KEYS[1] {G}:COUNTS   KEYS[2] {G}:PAUSED   KEYS[3] {G}:WAITING   KEYS[4] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2...] topics, some hundreds at most
--
-- Returns seven values a topic: its name, delayed, ready, reserved, dead, 1 if it is paused, and for how many milliseconds its oldest
-- ready task has been due. A task that is due and not ready yet counts too if no other of its group is due before it.

--#include clock
--#include split
--#include topickey

local topics, fields = {}, {}
for i = 2, #ARGV do
  topics[i - 1] = ARGV[i]
  fields[#fields + 1] = 'WAITING:' .. ARGV[i]
  fields[#fields + 1] = 'RESERVED:' .. ARGV[i]
end
local result = {}
local counted = redis.call('HMGET', KEYS[1], unpack(fields))
local paused = redis.call('SMISMEMBER', KEYS[2], unpack(topics))
local now = math.floor(clock() / 1000)
local head = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
local next = head[1] and split(head[1])
for i, topic in ipairs(topics) do
  local ready = ARGV[1] .. 'CONSUMING:' .. topic
  local oldest, total = now, 0
  if topic == next then
    oldest = math.min(oldest, tonumber(head[2]))
  end
  for _, key in ipairs({ ready, ready .. ':HIGH', ready .. ':LOW' }) do
    local members = topickey('ZCARD', key) or 0
    if members > 0 then
      total = total + members
      oldest = math.min(oldest, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]))
    end
  end
  result[#result + 1] = topic
  result[#result + 1] = tonumber(counted[2 * i - 1] or 0)
  result[#result + 1] = total
  result[#result + 1] = tonumber(counted[2 * i] or 0)
  result[#result + 1] = topickey('ZCARD', ARGV[1] .. 'DEAD:' .. topic) or 0
  result[#result + 1] = paused[i]
  result[#result + 1] = now - math.floor(oldest)
end
return result
