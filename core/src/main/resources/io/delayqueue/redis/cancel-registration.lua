-- Takes a group, or one topic of it, off the register.
--
-- KEYS[1] MONITOR:SUMMARY
-- ARGV[1] the channel MONITOR:CHANGED   ARGV[2] group   ARGV[3] topic, or "" for the whole group
--
-- Returns 1 if the register changed.

--#include publish

local topics = redis.call('HGET', KEYS[1], ARGV[2])
if not topics then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[2])
else
  local left, found = {}, false
  for topic in string.gmatch(topics, '[^,]+') do
    if topic == ARGV[3] then
      found = true
    else
      left[#left + 1] = topic
    end
  end
  if not found then
    return 0
  end
  redis.call('HSET', KEYS[1], ARGV[2], table.concat(left, ','))
end
publish(ARGV[1], '')
return 1
