--#include base
--#include repeats
--#include windows
--#keys detail deliveries errors repeats unique topics

-- Removes tasks of one sorted set with everything that belongs to them.
local function clear(set, ids)
  force_oom_safe_write(topics)
  redis.call('ZREM', set, unpack(ids))
  for _, hash in ipairs({ detail, deliveries, errors }) do
    redis.call('HDEL', hash, unpack(ids))
  end
  leave_repeats(ids)
  end_windows(ids)
end
