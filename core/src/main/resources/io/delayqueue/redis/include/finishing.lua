--#include fence
--#include priority
--#keys topics deliveries detail errors rules never

-- Removes finished tasks: five values a delivery in ARGV from "first_delivery_at" on.

local current, reply = fence(first_delivery_at, 5)
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
  call_with(redis.call, 'HDEL', errors, old)
end
