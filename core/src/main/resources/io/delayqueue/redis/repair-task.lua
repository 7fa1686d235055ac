-- Brings a task into exactly one state, if what was found wrong with it still is.
--
--#keys detail waiting reserved deliveries counts paused never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher   ARGV[3] the id
-- ARGV[4] what was found, as "audit-details" returns it: "N", "S" or "L"   ARGV[5] the states' numbers that were found
--
-- "N": it waits for its due time. "S": it stays where it is furthest on. "L": it becomes ready.
--
-- Returns 1 if it was repaired, 0 if it is not as it was found.

--#include delivery
--#include places
--#include priority
--#include ready
--#include schedule
--#include tally

local id, kind = ARGV[3], ARGV[4]
local text = redis.call('HGET', detail, id)
local task = text and locate({ id }, { text }, true)[1]
if not task or (kind ~= 'L' and states_of(task) ~= ARGV[5]) then
  return 0
end
local changes = {}
if kind == 'N' and #task.places == 0 then
  local now = math.ceil(clock() / 1000)
  local due = tonumber(string.match(text, '^{"due":(%d+),'))
  local head = head_before(due, now, tonumber(ARGV[2]))
  local score = slot_score(new_slots(1), false, due, level_of_detail(text))
  redis.call('ZADD', waiting, score, task.topic .. ':' .. id)
  tally(changes, 'WAITING', task.topic, 1)
  wake(ARGV[1], head, due, now, tonumber(ARGV[2]))
elseif kind == 'S' and #task.places > 1 then
  for i = 2, #task.places do
    redis.call('ZREM', task.places[i].key, task.places[i].member)
    if task.places[i].state == DELAYED then
      tally(changes, 'WAITING', task.topic, -1)
    end
  end
elseif kind == 'L' and #task.places > 0 and task.places[1].state == RESERVED and not parse_delivery(redis.call('HGET', deliveries, id)) then
  local now = math.floor(clock() / 1000)
  local score = with_priority(now, level_of_detail(text) / 4)
  local plan = new_plan(now)
  plan_ready(plan, task.topic, id, score)
  redis.call('ZREM', reserved, task.places[1].member)
  make_ready(plan)
  tally(changes, 'RESERVED', task.topic, -1)
else
  return 0
end
write_tally(changes)
return 1
