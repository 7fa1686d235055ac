-- Removes a member that stands for no task: there is no such task, or the task is of another topic and has a place there.
--
--#keys detail topics never sets...
-- "sets" are those of the topic that the member may be in
-- ARGV[1] the id   ARGV[2] the topic
--
-- Returns 1 if it was removed, 0 if it is not as it was found.

--#include places

local text = redis.call('HGET', detail, ARGV[1])
if text then
  local task = locate({ ARGV[1] }, { text }, true)[1]
  if not task or task.topic == ARGV[2] or #task.places == 0 then
    return 0
  end
end
force_oom_safe_write(topics)
local removed = 0
for _, key in ipairs(sets) do
  removed = removed + redis.call('ZREM', key, ARGV[1])
end
return removed > 0 and 1 or 0
