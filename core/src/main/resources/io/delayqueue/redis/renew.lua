-- Makes leases last a full lease from now.
--
--#keys reserved deliveries
-- ARGV[1] the lease in milliseconds
-- ARGV[2...] four values a delivery: topic, id, number, instance
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include base
--#include fence

local current, reply = fence(2, 4)
if #current.ids > 0 then
  local deadline = math.floor(clock() / 1000) + tonumber(ARGV[1])
  local leases = {}
  for _, member in ipairs(current.members) do
    leases[#leases + 1] = deadline
    leases[#leases + 1] = member
  end
  force_oom_safe_write(reserved)
  redis.call('ZADD', reserved, 'XX', unpack(leases))
end
return reply
