-- Records topics that have tasks and are not registered.
--
--#keys unregistered
-- ARGV[1] how many records to keep, the newest   ARGV[2...] the topics as group:topic, at most some 1,000
--
-- Returns how many older records were removed.

--#include base

local now = clock()
for _, name in ipairs({ unpack(ARGV, 2) }) do
  redis.call('ZADD', unregistered, now, name)
end
return redis.call('ZREMRANGEBYRANK', unregistered, 0, -ARGV[1] - 1)
