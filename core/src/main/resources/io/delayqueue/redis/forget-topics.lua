-- Forgets topics that have no task in any state: their places in the agenda and their signals.
--
--#keys topics waiting+ reserved+ consuming+ consuming_high+ consuming_low+ dead+ signal+
-- ARGV the topics, some hundreds at most
--
-- Returns the topics that were forgotten.

--#include topic_keys

local gone, signals = {}, {}
for _, topic in ipairs(ARGV) do
  if redis.call('EXISTS', topic_key('WAITING', topic), topic_key('RESERVED', topic), topic_key('DEAD', topic), ready_keys(topic)) == 0 then
    gone[#gone + 1] = topic
    signals[#signals + 1] = topic_key('SIGNAL', topic)
  end
end
if #gone > 0 then
  redis.call('ZREM', topics, unpack(gone))
  redis.call('DEL', unpack(signals))
end
return gone
