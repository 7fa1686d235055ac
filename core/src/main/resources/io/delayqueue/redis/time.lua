-- Tells the time where a group is.
--
--#keys waiting
--
-- Returns milliseconds since the epoch.

--#include base

return math.floor(clock() / 1000)
