-- Tells the time where a group is.
--
-- KEYS[1] {G}:WAITING: says which server to ask, and is not looked at
--
-- Returns milliseconds since the epoch.

--#include clock

return math.floor(clock() / 1000)
