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
local foreign, left_out, is_searched = {}, {}, {}
for _, topic in ipairs(names) do
  if not is_searched[topic] then
    is_searched[topic] = true
    local signal, places = topic_key('SIGNAL', topic), topic_key('KEYS', topic)
    if not read_topic_key('LLEN', signal) then
      append(foreign, signal, topic)
      rcall('DEL', signal)
    end
    local signals = #foreign
    local others = { topic_key('WAITING', topic), topic_key('RESERVED', topic), topic_key('BEHIND', topic) }
    append(others, places, ready_keys(topic))
    for _, key in ipairs(others) do
      if not read_topic_key(key == places and 'HLEN' or 'ZCARD', key) then
        append(foreign, key, topic)
      end
    end
    append(left_out, #foreign > signals and topic or nil)
  end
end
return { foreign, left_out }
