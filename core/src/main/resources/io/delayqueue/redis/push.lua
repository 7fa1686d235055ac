-- Makes due tasks ready, and reserved ones whose lease has ended. One instance at a time is the group's pusher.
--
--#keys topics pusher deliveries detail paused others errors held never
-- ARGV[1] who pushes
-- ARGV[2] how many tasks of each kind to move at most, though never more than 100 whose lease has ended
-- ARGV[3] the longest wait between two pushes, in milliseconds
-- ARGV[4] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[5] the time that the instance expects, in milliseconds since the epoch, or 0
-- ARGV[6] how long to hold back ended leases if the clock is ahead of it by more than this or a second, in milliseconds
-- ARGV[7...] topics to check whatever the agenda has, for lost signals too
--
-- Returns: 1 if this instance is the pusher, due tasks moved, the topics of expired leases, one for each, microseconds to wait until
-- the next push, and, if no other instance asks to push, the topic that is the next to be checked, else ""; keys of foreign types,
-- each followed by its topic; the time in milliseconds; and, if no other instance asks to push, the topics whose signal was set.

--#include pushing

return push_tasks(7)[1]
