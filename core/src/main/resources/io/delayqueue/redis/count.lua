-- Counts tasks by topic and state.
--
-- KEYS[1] {G}:COUNTS   KEYS[2] {G}:PAUSED   KEYS[3] {G}:WAITING   KEYS[4] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] how many topics to count at most, some hundreds
-- ARGV[3...] topics; without any, all that ever had a task
--
-- Returns the names of the topics beyond that number, which are not counted, and a list of seven values for each of the others: its
-- name, delayed, ready, reserved, dead, 1 if it is paused, and for how many milliseconds its oldest ready task has been due. A task
-- that is due and not ready yet counts too if no other of its group is due before it.

--#include clock
--#include split
--#include topickey

local limit = tonumber(ARGV[2])
local topics, rest, fields = {}, {}, {}
local function take(topic)
  if #topics == limit then
    rest[#rest + 1] = topic
    return
  end
  topics[#topics + 1] = topic
  fields[#fields + 1] = 'WAITING:' .. topic
  fields[#fields + 1] = 'RESERVED:' .. topic
end
for i = 3, #ARGV do
  take(ARGV[i])
end
if #ARGV == 2 then
  local seen = {}
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    local topic = string.match(field, ':(.+)$')
    if topic and not seen[topic] then
      seen[topic] = true
      take(topic)
    end
  end
end
local result = {}
if #topics == 0 then
  return { rest, result }
end
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
return { rest, result }
