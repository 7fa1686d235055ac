-- Pushes, and leases to the pusher ready and due tasks of one topic, that of the next due task: neither a signal nor a reserve is
-- needed, and a due task goes straight to its lease if none is ready. If other instances push for the group too, nothing is leased: they share the tasks by signals.
--
--#keys topics pusher deliveries detail rules others errors held waiting consuming consuming_high consuming_low signal reserved sequence never
-- ARGV[1] the instance that pushes and reserves
-- ARGV[2] how many tasks of each kind to move at most   ARGV[3] the longest wait between two pushes, in milliseconds
-- ARGV[4] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[5] the time that the instance expects, in milliseconds since the epoch, or 0
-- ARGV[6] how long to hold back ended leases if the clock is ahead of it by more than this or a second, in milliseconds
-- ARGV[7] the topic   ARGV[8] the lease in milliseconds   ARGV[9] how many to lease at most
-- ARGV[10...] topics to check whatever the agenda has, for lost signals too
--
-- Returns the reply of push, and that of reserve unless the signals decide.
--
-- Each half reads all it needs before it writes. Between the two every task is where a signal leads to it: should the second
-- fail, the first stands, and the agenda is too early.

--#include pushing
--#include leasing

return push_tasks(10, ARGV[7], function(micros)
  return lease_tasks(micros, ARGV[7], ARGV[1], tonumber(ARGV[8]), tonumber(ARGV[9]))
end)
