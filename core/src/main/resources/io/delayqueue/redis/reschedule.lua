-- Sets another due time of a delayed or ready task. One that is due, whether it is ready already or not, and is to be due now is unchanged.
-- Once an attempt of the occurrence may have begun, the options keep the time for which the occurrence was planned.
--
--#keys detail topics call never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher
-- ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4] the id   ARGV[5] the time in milliseconds   ARGV[6] "+" if it counts from now or "=" if from the epoch
--
-- Returns 0 no such task, 1 done, 2 it is reserved, 3 it is dead; and when the task is due, in milliseconds. A second sending of the
-- call gets the answer of the first if that has changed something, and changes nothing.

--#include answers
--#include rescheduling

local result, written = reschedule_tasks(ARGV)
if written then
  remember(ARGV[3], result)
end
return result
