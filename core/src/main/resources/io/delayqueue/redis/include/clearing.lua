--#include base
--#include repeats
--#include windows
--#keys detail deliveries errors repeats unique

-- Removes everything that belongs to tasks but their places.
local function clear(ids)
  for _, hash in ipairs({ detail, deliveries, errors }) do
    rcall('HDEL', hash, unpack(ids))
  end
  leave_repeats(ids)
  end_windows(ids)
end
