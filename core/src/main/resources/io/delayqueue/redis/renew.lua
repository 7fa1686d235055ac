-- Makes leases last a full lease from now.
--
--#keys topics deliveries reserved+
-- ARGV[1] the lease in milliseconds
-- ARGV[2...] four values a delivery: topic, id, number, instance
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include fence
--#include priority

local current, reply = fence(2, 4)
if #current.ids > 0 then
  local deadline = math.floor(clock() / 1000) + tonumber(ARGV[1])
  force_oom_safe_write(topics)
  for_each_topic(current, function(leases, i)
    leases[#leases + 1] = with_fraction(deadline, current.leases[i])
    leases[#leases + 1] = current.ids[i]
    leases.shortened = leases.shortened or leases[#leases - 1] < tonumber(current.leases[i])
  end, function(topic, leases)
    if leases.shortened then
      redis.call('ZADD', topics, 'LT', deadline, topic)
    end
    redis.call('ZADD', topic_key('RESERVED', topic), 'XX', unpack(leases))
  end)
end
return reply
