--#include base
--#include repeats
--#keys detail deliveries errors repeats unique

-- Removes everything that belongs to tasks except their locations; "old" are those that may have a history.
local function clear(ids, old)
  call_with('HDEL', detail, ids)
  remove_fields({ deliveries, errors }, old)
  leave_repeats(ids)
  change_unless_foreign('ZREM', unique, ids)
end
