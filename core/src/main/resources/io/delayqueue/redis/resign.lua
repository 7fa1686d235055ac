-- Ends an instance's claim on pushing a group.
--
--#keys pusher
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] who resigns   ARGV[3] what to publish
--
-- Returns 1 if it had the claim.

--#include publish

if redis.call('GET', pusher) ~= ARGV[2] then
  return 0
end
redis.call('DEL', pusher)
publish(ARGV[1], ARGV[3])
return 1
