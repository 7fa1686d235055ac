-- Brings a task into exactly one state, if what was found wrong with it still is.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:COUNTS
-- KEYS[6] {G}:PAUSED   KEYS[7] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the channel {G}:WAKE:D
-- ARGV[3] milliseconds between two looks of the pusher   ARGV[4] the id
-- ARGV[5] what was found, as "audit-details" returns it: "N", "S" or "L"   ARGV[6] the states' numbers that were found
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

local id, kind = ARGV[4], ARGV[5]
local detail = redis.call('HGET', KEYS[1], id)
local task = detail and places(ARGV[1], KEYS[2], KEYS[3], { id }, { detail })[1]
if not task or not task.topic or (kind ~= 'L' and statesof(task) ~= ARGV[6]) then
  return 0
end
local changes = {}
if kind == 'N' and #task.at == 0 then
  local now = math.ceil(clock() / 1000)
  local due = tonumber(string.match(detail, '^{"due":(%d+),'))
  local head = headbefore(KEYS[2], due, now, tonumber(ARGV[3]))
  local score = slot(newslots(KEYS[2], 1), false, due, levelof(detail))
  redis.call('ZADD', KEYS[2], score, task.topic .. ':' .. id)
  tally(changes, 'WAITING', task.topic, 1)
  wake(ARGV[2], head, due, now, tonumber(ARGV[3]))
elseif kind == 'S' and #task.at > 1 then
  for i = 2, #task.at do
    redis.call('ZREM', task.at[i].key, task.at[i].member)
    if task.at[i].state == 1 then
      tally(changes, 'WAITING', task.topic, -1)
    end
  end
elseif kind == 'L' and #task.at > 0 and task.at[1].state == 2 and not readheld(redis.call('HGET', KEYS[4], id)) then
  local now = math.floor(clock() / 1000)
  local score = atlevel(now, levelof(detail) / 4)
  local plan = newplan(ARGV[1], { paused = KEYS[6], waiting = KEYS[2], counts = KEYS[5] }, now)
  planready(plan, task.topic, id, score)
  redis.call('ZREM', KEYS[3], task.at[1].member)
  makeready(plan)
  tally(changes, 'RESERVED', task.topic, -1)
else
  return 0
end
writetally(KEYS[5], changes)
return 1
