-- Registers groups and topics.
--
-- KEYS[1] MONITOR:SUMMARY   KEYS[2] {MONITOR:SUMMARY}:EPOCH
-- ARGV[1] the channel MONITOR:CHANGED   ARGV[2] a name for the register's life, if it begins now
-- ARGV[3...] two values an entry: group, topic or "" for the group alone
--
-- Returns 1 if the register changed.

--#include publish

redis.call('SET', KEYS[2], ARGV[2], 'NX')
local changed = 0
for at = 3, #ARGV, 2 do
  local group, topic = ARGV[at], ARGV[at + 1]
  local topics = redis.call('HGET', KEYS[1], group)
  if not topics then
    redis.call('HSET', KEYS[1], group, topic)
    changed = 1
  elseif topic ~= '' and not string.find(',' .. topics .. ',', ',' .. topic .. ',', 1, true) then
    redis.call('HSET', KEYS[1], group, topics == '' and topic or topics .. ',' .. topic)
    changed = 1
  end
end
if changed == 1 then
  publish(ARGV[1], '')
end
return changed
