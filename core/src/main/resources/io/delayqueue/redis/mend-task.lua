-- Brings a task into exactly one state, if what was found wrong with it still is.
--
--#keys detail waiting reserved deliveries counts paused never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher   ARGV[3] the id
-- ARGV[4] what was found, as "audit-details" returns it: "N", "S" or "L"   ARGV[5] the states' numbers that were found
--
-- "N": it waits for its due time. "S": it stays where it is furthest on. "L": it becomes ready.
--
-- Returns 1 if it was mended, 0 if it is not as it was found.

--#include clock
--#include held
--#include level
--#include levelof
--#include places
--#include ready
--#include slot
--#include tally
--#include wake

local id, kind = ARGV[3], ARGV[4]
local text = redis.call('HGET', detail, id)
local task = text and places({ id }, { text })[1]
if not task or not task.topic or (kind ~= 'L' and statesof(task) ~= ARGV[5]) then
  return 0
end
local changes = {}
if kind == 'N' and #task.at == 0 then
  local now = math.ceil(clock() / 1000)
  local due = tonumber(string.match(text, '^{"due":(%d+),'))
  local head = headbefore(due, now, tonumber(ARGV[2]))
  local score = slot(newslots(1), false, due, levelof(text))
  redis.call('ZADD', waiting, score, task.topic .. ':' .. id)
  tally(changes, 'WAITING', task.topic, 1)
  wake(ARGV[1], head, due, now, tonumber(ARGV[2]))
elseif kind == 'S' and #task.at > 1 then
  for i = 2, #task.at do
    redis.call('ZREM', task.at[i].key, task.at[i].member)
    if task.at[i].state == 1 then
      tally(changes, 'WAITING', task.topic, -1)
    end
  end
elseif kind == 'L' and #task.at > 0 and task.at[1].state == 2 and not readheld(redis.call('HGET', deliveries, id)) then
  local now = math.floor(clock() / 1000)
  local score = atlevel(now, levelof(text) / 4)
  local plan = newplan(now)
  planready(plan, task.topic, id, score)
  redis.call('ZREM', reserved, task.at[1].member)
  makeready(plan)
  tally(changes, 'RESERVED', task.topic, -1)
else
  return 0
end
writetally(changes)
return 1
