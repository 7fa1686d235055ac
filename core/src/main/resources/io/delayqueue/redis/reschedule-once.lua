-- Makes named reschedules that were not made before.
--
--#keys detail topics applied never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] the last time of Redis at which they are made, in milliseconds since the epoch
-- ARGV[4...] four values a reschedule: its name, and those of "reschedule"; all ids are different
--
-- Returns Redis's time in milliseconds; 1 if it was too late, else 0; then for each reschedule, or of large tasks for the first of them, -1 if
-- the reschedule was made before, else the first number that "reschedule" returns of the task.

--#include once
--#include rescheduling

return once(4, function(args)
  local result, states = reschedule_tasks(args), {}
  for i = 1, #result / 2 do
    states[i] = result[2 * i - 1]
  end
  return states
end)
