--#include base
--#include repeats
--#include windows
--#keys detail deliveries errors repeats unique

-- Removes everything that belongs to tasks except their locations.
local function clear(ids)
  remove_fields({ detail, deliveries, errors }, ids)
  leave_repeats(ids)
  end_windows(ids)
end
