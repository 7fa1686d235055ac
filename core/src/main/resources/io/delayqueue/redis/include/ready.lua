-- What is to become ready, by the sorted sets it goes to. A script plans all of it before it writes anything.
local function newplan(prefix, paused)
  return { prefix = prefix, paused = paused, topics = {}, sets = {}, signals = {} }
end

-- Looks whether a topic needs a signal, once.
local function plantopic(plan, topic)
  local sets = plan.topics[topic]
  if not sets then
    sets = {}
    plan.topics[topic] = sets
    local signal = plan.prefix .. 'SIGNAL:' .. topic
    local signalled = redis.call('LLEN', signal) > 0
    if redis.call('SISMEMBER', plan.paused, topic) == 0 and not signalled then
      plan.signals[#plan.signals + 1] = signal
    end
  end
  return sets
end

-- Plans for one task; its score may be a number or text.
local function planready(plan, topic, id, score)
  local sets = plan.topics[topic] or plantopic(plan, topic)
  local level = math.floor(score % 1 * 4)
  local set = sets[level]
  if not set then
    set = { key = consuming(plan.prefix, topic, score), entries = {} }
    sets[level] = set
    plan.sets[#plan.sets + 1] = set
  end
  local entries = set.entries
  local last = #entries
  entries[last + 1], entries[last + 2] = score, id
end

-- Plans the signal of a topic that has ready tasks and none, unless it is paused.
local function plansignal(plan, topic)
  local ready, signal = plan.prefix .. 'CONSUMING:' .. topic, plan.prefix .. 'SIGNAL:' .. topic
  if not plan.topics[topic]
    and redis.call('EXISTS', ready, ready .. ':HIGH', ready .. ':LOW') > 0
    and redis.call('LLEN', signal) == 0
    and redis.call('SISMEMBER', plan.paused, topic) == 0
  then
    plan.signals[#plan.signals + 1] = signal
  end
end

-- Makes them ready, and leaves each topic's one token, "there is work", unless it is there already or the topic is paused.
local function makeready(plan)
  for _, set in ipairs(plan.sets) do
    redis.call('ZADD', set.key, unpack(set.entries))
  end
  for _, signal in ipairs(plan.signals) do
    redis.call('RPUSH', signal, '1')
  end
end
