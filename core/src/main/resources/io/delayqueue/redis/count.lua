-- Counts tasks by topic and state.
--
--#keys counts paused waiting never
-- ARGV topics, some hundreds at most
--
-- Returns seven values a topic: its name, delayed, ready, reserved, dead, 1 if it is paused, and for how many milliseconds its oldest
-- ready task has been due. A task that is due and not ready yet counts too if no other of its group is due before it.

--#include base
--#include names
--#include topic_keys

local fields = {}
for i, topic in ipairs(ARGV) do
  fields[2 * i - 1] = 'WAITING:' .. topic
  fields[2 * i] = 'RESERVED:' .. topic
end
local result = {}
local counted = redis.call('HMGET', counts, unpack(fields))
local pauses = redis.call('SMISMEMBER', paused, unpack(ARGV))
local now = math.floor(clock() / 1000)
local head = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
local next = head[1] and split_member(head[1])
for i, topic in ipairs(ARGV) do
  local oldest, total = now, 0
  if topic == next then
    oldest = math.min(oldest, tonumber(head[2]))
  end
  for _, key in ipairs({ ready_keys(topic) }) do
    local members = read_topic_key('ZCARD', key) or 0
    if members > 0 then
      total = total + members
      oldest = math.min(oldest, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]))
    end
  end
  result[#result + 1] = topic
  result[#result + 1] = tonumber(counted[2 * i - 1] or 0)
  result[#result + 1] = total
  result[#result + 1] = tonumber(counted[2 * i] or 0)
  result[#result + 1] = read_topic_key('ZCARD', dead_key(topic)) or 0
  result[#result + 1] = pauses[i]
  result[#result + 1] = now - math.floor(oldest)
end
return result
