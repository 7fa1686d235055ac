-- Brings a task into exactly one state, if what was found wrong with it still is.
--
--#keys detail topics deliveries paused never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher   ARGV[3] the id
-- ARGV[4] what was found, as "audit-details" returns it: "N", "S" or "L"   ARGV[5] the states' numbers that were found
--
-- "N": it waits for its due time. "S": it stays where it is furthest on. "L": it becomes ready. A task whose repetition is paused waits until
-- it is resumed instead, unless an attempt has begun.
--
-- Returns 1 if it was repaired, 0 if it is not as it was found.

--#include agenda
--#include delivery
--#include detail
--#include places
--#include priority
--#include ready

local id, kind = ARGV[3], ARGV[4]
local text = redis.call('HGET', detail, id)
local task = text and locate({ id }, { text }, true)[1]
if not task or (kind ~= 'L' and states_of(task) ~= ARGV[5]) then
  return 0
end
local _, attempts = parse_delivery(redis.call('HGET', deliveries, id))
local has_begun = (tonumber(attempts) or 0) > 0
if kind == 'N' and #task.places == 0 then
  local now = math.ceil(clock() / 1000)
  local due = tonumber(due_of(text))
  due = has_begun and due or waits_until(text, due)
  local soonest = schedule({ [task.topic] = due }, now, tonumber(ARGV[2]))
  redis.call('ZADD', waiting_key(task.topic), with_history(due, level_of_detail(text) / 4), id)
  wake(ARGV[1], soonest)
elseif kind == 'S' and #task.places > 1 then
  force_oom_safe_write(topics)
  for i = 2, #task.places do
    redis.call('ZREM', task.places[i].key, id)
  end
elseif kind == 'L' and #task.places > 0 and task.places[1].state == RESERVED and not attempts then
  local now = math.floor(clock() / 1000)
  local plan = new_plan(now)
  plan_return(plan, task.topic, id, with_history(waits_until(text, now), level_of_detail(text) / 4))
  begin_ready(plan)
  redis.call('ZREM', task.places[1].key, id)
  make_ready(plan)
else
  return 0
end
return 1
