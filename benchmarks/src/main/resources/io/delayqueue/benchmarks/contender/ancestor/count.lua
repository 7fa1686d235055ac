-- Counts a topic's tasks; for this benchmark only, no part of the algorithm. Quick if the group has no other topic.
--
-- KEYS[1] ANCESTOR:SUMMARY   KEYS[2] {GROUP}:DETAIL   KEYS[3] {GROUP}:WAITING   KEYS[4] {GROUP}:CONSUMING:TOPIC
-- ARGV[1] group   ARGV[2] topic

if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  return redis.call('HLEN', KEYS[2])
end
local count = redis.call('LLEN', KEYS[4])
local prefix = ARGV[2] .. ':'
for _, member in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  if string.sub(member, 1, #prefix) == prefix then
    count = count + 1
  end
end
return count
