-- Repairs what an audit has found of one entry, if it is still so.
--
--#keys detail topics deliveries errors rules never keys...
-- "keys" are those that the entry may be in: a hash, or sorted sets
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] what is wrong, as "audit" returns it   ARGV[4] the id, or the key   ARGV[5] the topic, or ""   ARGV[6] the states' numbers   ARGV[7] of an entry
-- of {G}:BEHIND:T without a task the member, else any other text
--
-- A task that is nowhere waits for its due time, a task in several states stays where it is furthest on, a task with a lease and no delivery becomes
-- ready; but a task whose repetition is paused waits until it is resumed, unless an attempt has begun. An entry without a task is removed, and one of
-- another topic's task that has a place there. A place of a key is taken back that no task may have; a task gets the place that it takes. A topic that is
-- checked too late is entered into the agenda.
--
-- Returns 1 if it was repaired, 0 if it is not as it was found.

--#include agenda
--#include delivery
--#include detail
--#include holders
--#include line
--#include places
--#include priority
--#include ready

local flaw, id = ARGV[3], ARGV[4]

local function repair_agenda(topic)
  local now, head = math.ceil(clock() / 1000), math.huge
  for _, key in ipairs({ topic_key('WAITING', topic), topic_key('RESERVED', topic) }) do
    local first = read_topic_key('ZRANGE', key, 0, 0, 'WITHSCORES') or {}
    head = math.min(head, math.floor(tonumber(first[2]) or math.huge))
  end
  local time = tonumber(redis.call('ZSCORE', topics, topic)) or math.huge
  if time <= math.max(now, head) then
    return 0
  end
  schedule({ [topic] = head }, now)
  return 1
end

local function remove_entry(text, task, topic)
  if text and (flaw ~= 'MEMBER_OF_OTHER_TOPIC' or not task or task.topic == topic or #task.places == 0) then
    return 0
  end
  -- The place of a lease is freed; of another entry nothing but a signal too many may come of it.
  local plan, removed = new_plan(clock()), 0
  plan_end(plan, topic)
  begin_ready(plan)
  for _, key in ipairs(keys) do
    local due, task_key = due_and_key(text)
    if is_behind_key(key) then
      removed = removed + redis.call('ZREM', key, ARGV[7])
      for eighths = 0, task_key and 7 or -1 do
        removed = removed + redis.call('ZREM', key, member_of(task_key, string.format('%015d', due), id, eighths / 8))
      end
    else
      removed = removed + redis.call((key == deliveries or key == errors) and 'HDEL' or 'ZREM', key, id)
    end
  end
  make_ready(plan)
  return removed > 0 and 1 or 0
end

local function repair_task(text, task)
  local places = task and task.places
  if not places or flaw ~= 'LEASE_WITHOUT_DELIVERY' and states_of(task) ~= ARGV[6] then
    return 0
  end
  local _, attempts = parse_delivery(redis.call('HGET', deliveries, id))
  local level = level_of_detail(text) / 4
  if flaw == 'TASK_NOWHERE' and #places == 0 then
    local due = tonumber(due_of(text))
    due = (tonumber(attempts) or 0) > 0 and due or waits_until(text, due)
    schedule({ [task.topic] = due }, math.ceil(clock() / 1000))
    redis.call('ZADD', topic_key('WAITING', task.topic), with_history(due, level), id)
  elseif flaw == 'TASK_IN_SEVERAL_STATES' and #places > 1 then
    force_oom_safe_write(topics)
    for i = 2, #places do
      redis.call('ZREM', places[i].key, places[i].member or id)
    end
  elseif flaw == 'LEASE_WITHOUT_DELIVERY' and #places > 0 and places[1].state == RESERVED and not attempts then
    local plan = new_plan(clock())
    plan_return(plan, task.topic, id, with_history(waits_until(text, plan.now), level))
    begin_ready(plan)
    redis.call('ZREM', places[1].key, id)
    make_ready(plan)
  else
    return 0
  end
  return 1
end

-- Takes back the places that no task of a key may have, and fills them; or gives a ready or reserved task the place that it takes.
local function repair_place(topic, key)
  local plan, held = new_plan(clock()), topic_key('KEYS', topic)
  local ids, wrong = redis.call('HGET', held, key), nil
  if flaw == 'TASK_WITHOUT_PLACE' then
    local text = redis.call('HGET', detail, id)
    local place = text and locate({ id }, { text })[1]
    if not place or not place.key or ids and (place.member or has_place(ids, id)) then
      return 0
    elseif not place.member then
      force_oom_safe_write(topics)
      redis.call('HSET', held, key, ids and ids .. ',' .. id or id)
      return 1
    end
    wrong = { id }
  else
    wrong = wrong_holders(topic, key, ids)
  end
  for _, other in ipairs(wrong) do
    plan_leave(plan, topic, key, other)
  end
  begin_ready(plan)
  make_ready(plan)
  return #wrong > 0 and 1 or 0
end

if flaw == 'PLACE_WITHOUT_TASK' then
  return repair_place(ARGV[5], id)
end
if flaw == 'TOPIC_CHECKED_TOO_LATE' then
  return repair_agenda(ARGV[5])
end
local text = redis.call('HGET', detail, id)
local task = text and locate({ id }, { text }, true)[1]
if flaw == 'TASK_WITHOUT_PLACE' then
  local _, key = due_and_key(text)
  return key and repair_place(ARGV[5], key) or 0
end
if #keys > 0 then
  return remove_entry(text, task, ARGV[5])
end
return repair_task(text, task)
