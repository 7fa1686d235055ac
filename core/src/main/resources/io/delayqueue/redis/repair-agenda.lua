-- Enters a topic into the agenda if it is there too late or not at all.
--
--#keys topics waiting reserved
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher   ARGV[3] the topic
--
-- Returns 1 if it was too late, else 0.

--#include agenda

local now = math.ceil(clock() / 1000)
local head = math.huge
for _, key in ipairs({ waiting, reserved }) do
  local first = read_topic_key('ZRANGE', key, 0, 0, 'WITHSCORES')
  -- No task is in a set of a foreign type.
  head = math.min(head, math.floor(first and tonumber(first[2]) or math.huge))
end
local time = tonumber(redis.call('ZSCORE', topics, ARGV[3])) or math.huge
if time <= math.max(now, head) then
  return 0
end
wake(ARGV[1], schedule({ [ARGV[3]] = head }, now, tonumber(ARGV[2])))
return 1
