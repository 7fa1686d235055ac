-- Removes the entry of a task that is gone from the list of tasks that repeat.
--
--#keys repeats detail topics
-- ARGV[1] the id
--
-- Returns 1 if it was removed, 0 if it is not as it was found.

--#include base

if redis.call('HEXISTS', detail, ARGV[1]) == 1 then
  return 0
end
force_oom_safe_write(topics)
return redis.call('ZREM', repeats, ARGV[1])
