-- Removes finished tasks.
--
--#keys reserved deliveries detail errors counts
-- ARGV four values a delivery: topic, id, number, instance
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include fence
--#include tally

local current, reply = fence(1, 4)
if #current.ids > 0 then
  local changes = {}
  for _, topic in ipairs(current.topics) do
    tally(changes, 'RESERVED', topic, -1)
  end
  local failed_before = redis.call('EXISTS', errors) == 1
  redis.call('ZREM', reserved, unpack(current.members))
  redis.call('HDEL', deliveries, unpack(current.ids))
  redis.call('HDEL', detail, unpack(current.ids))
  if failed_before then
    redis.call('HDEL', errors, unpack(current.ids))
  end
  write_tally(changes)
end
return reply
