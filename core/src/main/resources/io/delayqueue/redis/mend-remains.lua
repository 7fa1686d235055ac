-- Removes what is left of a task that is gone.
--
-- KEYS[1] {G}:DELIVERIES or {G}:ERRORS   KEYS[2] {G}:DETAIL
-- ARGV[1] the id
--
-- Returns 1 if it was removed, 0 if it is not as it was found.

if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  return 0
end
return redis.call('HDEL', KEYS[1], ARGV[1])
