-- Removes finished tasks.
--
--#keys topics deliveries detail errors rules never reserved+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] five values a delivery: topic, id, number, instance, key or ""
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include fence
--#include priority

local current, reply = fence(3, 5)
if #current.ids > 0 then
  local old = {}
  for i, lease in ipairs(current.leases) do
    if has_history(lease) then
      old[#old + 1] = current.ids[i]
    end
  end
--#include freeing
  (free or force_oom_safe_write)(topics)
  remove_leases(current)
  redis.call('HDEL', deliveries, unpack(current.ids))
  redis.call('HDEL', detail, unpack(current.ids))
  if #old > 0 then
    redis.call('HDEL', errors, unpack(old))
  end
end
return reply
