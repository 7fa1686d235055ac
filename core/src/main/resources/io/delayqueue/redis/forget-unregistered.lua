-- Forgets topics that were recorded as unregistered, but for those that were recorded lately.
--
--#keys unregistered
-- ARGV[1] the age in µs that a record must have
-- ARGV[2...] the topics as group:topic, at most some 1,000
--
-- Returns how many were forgotten.

--#include base

local last = clock() - ARGV[1]
local names, old = { unpack(ARGV, 2) }, {}
for at, recorded in ipairs(redis.call('ZMSCORE', unregistered, unpack(names))) do
  if recorded and tonumber(recorded) <= last then
    old[#old + 1] = names[at]
  end
end
return #old == 0 and 0 or redis.call('ZREM', unregistered, unpack(old))
