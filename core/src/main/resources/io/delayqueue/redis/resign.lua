-- Ends an instance's claim on pushing a group.
--
-- KEYS[1] {G}:PUSHER
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] who resigns   ARGV[3] what to publish
--
-- Returns 1 if it had the claim.

--#include publish

if redis.call('GET', KEYS[1]) ~= ARGV[2] then
  return 0
end
redis.call('DEL', KEYS[1])
publish(ARGV[1], ARGV[3])
return 1
