--#include topickey
--#include topickeys
--#keys paused waiting counts never

-- What is to become ready, by the sorted sets it goes to. A script plans all of it before it writes anything. "now" is in
-- milliseconds.
--
-- A task whose sorted set is of a foreign type is put off: it waits for ten seconds in {G}:WAITING, with its priority, and then a
-- push tries again. So it neither keeps others from being ready nor is tried without a pause.
local function newplan(now)
  return {
    later = now + 10000, topics = {}, sets = {}, signals = {}, replaced = {}, putoff = {}, putofftopics = {}, foreign = {},
  }
end

local function foreignkey(plan, topic, key)
  plan.foreign[#plan.foreign + 1] = key
  plan.foreign[#plan.foreign + 1] = topic
end

-- The sorted set of a topic's ready tasks of one level, read once.
local function readyset(plan, topic, level)
  local sets = plan.topics[topic]
  if not sets then
    sets = {}
    plan.topics[topic] = sets
  end
  local set = sets[level]
  if not set then
    set = { key = ready_key(topic, level / 4), entries = {} }
    set.members = topickey('ZCARD', set.key)
    if not set.members then
      foreignkey(plan, topic, set.key)
    end
    sets[level] = set
  end
  return set
end

-- Plans the topic's one token, "there is work", unless it is there or the topic is paused. One of a foreign type is replaced, for
-- it carries no task.
local function needsignal(plan, topic)
  local sets = plan.topics[topic]
  if sets.signal then
    return
  end
  sets.signal = signal_key(topic)
  local tokens = topickey('LLEN', sets.signal)
  if not tokens then
    foreignkey(plan, topic, sets.signal)
    plan.replaced[#plan.replaced + 1] = sets.signal
  end
  if redis.call('SISMEMBER', paused, topic) == 0 and (tokens or 0) == 0 then
    plan.signals[#plan.signals + 1] = sets.signal
  end
end

-- Plans for one task; its score may be a number or text. Returns whether it becomes ready.
local function planready(plan, topic, id, score)
  local set = readyset(plan, topic, math.floor(score % 1 * 4))
  if not set.members then
    plan.putoff[#plan.putoff + 1] = plan.later + score % 1
    plan.putoff[#plan.putoff + 1] = topic .. ':' .. id
    plan.putofftopics[topic] = (plan.putofftopics[topic] or 0) + 1
    return false
  end
  local entries = set.entries
  local last = #entries
  if last == 0 then
    needsignal(plan, topic)
    plan.sets[#plan.sets + 1] = set
  end
  entries[last + 1], entries[last + 2] = score, id
  return true
end

-- Plans the signal of a topic that has ready tasks and none.
local function plansignal(plan, topic)
  if redis.call('EXISTS', ready_keys(topic)) == 0 then
    return
  end
  local tasks = 0
  for level = 0, 2 do
    tasks = tasks + (readyset(plan, topic, level).members or 0)
  end
  if tasks > 0 then
    needsignal(plan, topic)
  end
end

-- Makes them ready, and leaves the signals.
local function makeready(plan)
  if #plan.putoff > 0 then
    redis.call('ZADD', waiting, unpack(plan.putoff))
    for topic, number in pairs(plan.putofftopics) do
      redis.call('HINCRBY', counts, 'WAITING:' .. topic, number)
    end
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
