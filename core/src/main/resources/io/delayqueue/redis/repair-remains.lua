-- Removes what is left of a task that is gone.
--
--#keys detail topics hashes...
-- "hashes" is one hash: {G}:DELIVERIES or {G}:ERRORS
-- ARGV[1] the id
--
-- Returns 1 if it was removed, 0 if it is not as it was found.

--#include base

if redis.call('HEXISTS', detail, ARGV[1]) == 1 then
  return 0
end
force_oom_safe_write(topics)
return redis.call('HDEL', hashes[1], ARGV[1])
