-- Counts tasks by topic and state.
--
--#keys topics paused never
-- ARGV names, some hundreds at most
--
-- Returns seven values a topic: its name, delayed, ready, reserved, dead, 1 if it is paused, and for how many milliseconds its oldest
-- ready task has been due. A task that is due and not pushed yet is ready too.

--#include base
--#include topic_keys

local result = {}
local pauses = redis.call('SMISMEMBER', paused, unpack(ARGV))
local now = math.floor(clock() / 1000)
local to = string.format('(%.0f', now + 1)
for i, topic in ipairs(ARGV) do
  local waiting = waiting_key(topic)
  local delayed, ready, oldest = read_topic_key('ZCARD', waiting) or 0, 0, now
  local function add(key, members)
    if members > 0 then
      ready = ready + members
      oldest = math.min(oldest, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]))
    end
  end
  if delayed > 0 then
    local due = redis.call('ZCOUNT', waiting, '-inf', to)
    delayed = delayed - due
    add(waiting, due)
  end
  for _, key in ipairs({ ready_keys(topic) }) do
    add(key, read_topic_key('ZCARD', key) or 0)
  end
  result[#result + 1] = topic
  result[#result + 1] = delayed
  result[#result + 1] = ready
  result[#result + 1] = read_topic_key('ZCARD', reserved_key(topic)) or 0
  result[#result + 1] = read_topic_key('ZCARD', dead_key(topic)) or 0
  result[#result + 1] = pauses[i]
  result[#result + 1] = now - math.floor(oldest)
end
return result
