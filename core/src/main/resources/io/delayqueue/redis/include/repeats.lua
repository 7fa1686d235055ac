--#include base
--#keys repeats

-- {G}:REPEATS has the ids of tasks that repeat, all with the score 0 and so in the order of their bytes. It serves lists of them and decides
-- nothing: a key of a foreign type must not refuse a change of the tasks themselves.

-- Enters the ids of tasks that repeat.
local function enter_repeats(ids)
  local entries = {}
  for _, id in ipairs(ids) do
    append(entries, 0, id)
  end
  if #ids > 0 then
    read_topic_key('ZADD', repeats, unpack(entries))
  end
end

-- Removes the ids of tasks that are gone, or repeat no longer.
local function leave_repeats(ids)
  if #ids > 0 then
    read_topic_key('ZREM', repeats, unpack(ids))
  end
end

-- Whether a detail may be that of a task that repeats. The text may also be in its payload.
local function may_repeat(detail)
  return string.find(detail, '"repeat":', 1, true) ~= nil
end
