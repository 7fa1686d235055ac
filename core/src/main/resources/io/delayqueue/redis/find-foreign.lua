-- Finds keys of topics that are of foreign types: of other types than the data layout has. Removes such signals,
-- because a signal carries no task.
--
--#keys topics never
-- ARGV topics to search; so are at most 128 of those whose time in the agenda has come
--
-- Returns the keys, each followed by its topic; and the topics of those that are no signals.

--#include base
--#include topic_keys

local names = rcall('ZRANGEBYSCORE', topics, '-inf', clock_millis(), 'LIMIT', 0, 128)
append(names, unpack(ARGV))
local foreign, left_out, searched = {}, {}, {}

-- Finds the foreign keys of a topic. Returns whether one of them is no signal.
local function search(topic)
  local normal, high, low = ready_keys(topic)
  local signal = topic_key('SIGNAL', topic)
  local commands = { [normal] = 'ZCARD', [high] = 'ZCARD', [low] = 'ZCARD', [signal] = 'LLEN',
    [topic_key('WAITING', topic)] = 'ZCARD', [topic_key('RESERVED', topic)] = 'ZCARD',
    [topic_key('BEHIND', topic)] = 'ZCARD', [topic_key('KEYS', topic)] = 'HLEN' }
  local is_left_out = false
  for key, command in pairs(commands) do
    if not read_topic_key(command, key) then
      append(foreign, key, topic)
      if key == signal then
        rcall('DEL', key)
      else
        is_left_out = true
      end
    end
  end
  return is_left_out
end

for _, topic in ipairs(names) do
  if not searched[topic] then
    searched[topic] = true
    left_out[#left_out + 1] = search(topic) and topic or nil
  end
end
return { foreign, left_out }
