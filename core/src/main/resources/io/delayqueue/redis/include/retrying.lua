--#include base
--#include priority
--#include topic_keys

-- {G}:RETRYING:T has the ids of tasks that failed or were postponed since they were added or requeued, by the time of
-- the next attempt as a retry has set it. A task leaves with its death, and at the end of its occurrence, failed or not,
-- because what follows is not a retry. The key serves lists and decides nothing: one of a foreign type must not refuse a
-- change of the tasks.

-- Removes those tasks of deliveries, as of fence, that have a history.
local function leave_retrying(current)
  local lists = {}
  for i, lease in pairs(current.leases) do
    if has_history(lease) then
      append_to(lists, topic_key('RETRYING', current.topics[i]), current.ids[i])
    end
  end
  call_each('ZREM', lists, read_topic_key)
end
