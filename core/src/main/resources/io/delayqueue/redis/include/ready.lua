--#include base
--#include detail
--#include topic_keys
--#keys topics paused never

-- What is to become ready, by the sorted sets it goes to. A script plans all of it before it writes anything. "now" is in
-- milliseconds.
--
-- A task whose sorted set is of a foreign type is put off: it waits for ten seconds in {G}:WAITING:T, with its priority, and then a
-- push tries again. So it neither keeps others from being ready nor is tried without a pause. A paused task is put off until it is resumed.
local function new_plan(now)
  return { later = now + 10000, topics = {}, sets = {}, signals = {}, signalled = {}, replaced = {}, put_off = {}, foreign = {} }
end

local function add_foreign_key(plan, topic, key)
  plan.foreign[#plan.foreign + 1] = key
  plan.foreign[#plan.foreign + 1] = topic
end

-- The sorted set of a topic's ready tasks of one level, read once.
local function ready_set(plan, topic, level)
  local sets = plan.topics[topic]
  if not sets then
    sets = {}
    plan.topics[topic] = sets
  end
  local set = sets[level]
  if not set then
    set = { key = ready_key(topic, level / 4), entries = {} }
    set.members = read_topic_key('ZCARD', set.key)
    if not set.members then
      add_foreign_key(plan, topic, set.key)
    end
    sets[level] = set
  end
  return set
end

-- Plans the topic's one token, "there is work", unless it is there or the topic is paused. One of a foreign type is replaced, for
-- it carries no task.
local function need_signal(plan, topic)
  local sets = plan.topics[topic]
  if sets.signal then
    return
  end
  sets.signal = signal_key(topic)
  local tokens = read_topic_key('LLEN', sets.signal)
  if not tokens then
    add_foreign_key(plan, topic, sets.signal)
    plan.replaced[#plan.replaced + 1] = sets.signal
  end
  if redis.call('SISMEMBER', paused, topic) == 0 and (tokens or 0) == 0 then
    plan.signals[#plan.signals + 1] = sets.signal
    plan.signalled[#plan.signalled + 1] = topic
  end
end

-- Plans that a task waits. Fails, before anything is written, if it cannot.
local function put_off(plan, topic, id, score)
  local entries = plan.put_off[topic]
  if not entries then
    redis.call('ZCARD', waiting_key(topic))
    entries = {}
    plan.put_off[topic] = entries
  end
  entries[#entries + 1] = score
  entries[#entries + 1] = id
end

-- Plans for one task; its score may be a number or text. Returns whether it becomes ready. Fails, before anything is written, if it can
-- neither be ready nor put off.
local function plan_ready(plan, topic, id, score)
  local set = ready_set(plan, topic, math.floor(score % 1 * 4))
  if not set.members then
    put_off(plan, topic, id, plan.later + score % 1)
    return false
  end
  local entries = set.entries
  local last = #entries
  if last == 0 then
    need_signal(plan, topic)
    plan.sets[#plan.sets + 1] = set
  end
  entries[last + 1], entries[last + 2] = score, id
  return true
end

-- Plans where a task returns whose lease ends: it is ready, or waits until it is resumed if it was paused before its attempt began. Its
-- score is a number.
local function plan_return(plan, topic, id, score)
  if score < PAUSED_UNTIL then
    plan_ready(plan, topic, id, score)
  else
    put_off(plan, topic, id, score)
  end
end

-- Plans the signal of a topic that has ready tasks and none. Mostly a topic has no ready tasks: one command finds that.
local function plan_signal(plan, topic)
  if redis.call('EXISTS', ready_keys(topic)) == 0 then
    return
  end
  local tasks = 0
  for level = 0, 2 do
    tasks = tasks + (ready_set(plan, topic, level).members or 0)
  end
  if tasks > 0 then
    need_signal(plan, topic)
  end
end

-- The first write of a script that makes tasks ready.
local function begin_ready(plan)
  force_oom_safe_write(topics)
  for topic in pairs(plan.put_off) do
    redis.call('ZADD', topics, 'LT', plan.later, topic)
  end
end

-- Makes them ready, and leaves the signals.
local function make_ready(plan)
  for topic, put_off in pairs(plan.put_off) do
    redis.call('ZADD', waiting_key(topic), unpack(put_off))
  end
  for _, set in ipairs(plan.sets) do
    redis.call('ZADD', set.key, unpack(set.entries))
  end
  for _, signal in ipairs(plan.replaced) do
    redis.call('DEL', signal)
  end
  for _, signal in ipairs(plan.signals) do
    redis.call('RPUSH', signal, '1')
  end
end
