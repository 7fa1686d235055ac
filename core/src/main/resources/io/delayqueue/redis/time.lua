-- Returns the time of a group's server.
--
--#keys waiting
--
-- Returns milliseconds since the epoch.

--#include base

return math.floor(clock() / 1000)
