--#include base
--#include detail
--#include plan
--#include topic_keys
--#keys topics detail rules never

-- A plan says which tasks become ready, by topic. A script plans everything before it writes anything, because planning fails if a key of the
-- topic is of a foreign type.

local function plan_of(plan, topic)
  local of_topic = plan.topics[topic]
  if not of_topic then
    of_topic = { sets = {} }
    plan.topics[topic], plan.order[#plan.order + 1] = of_topic, topic
  end
  return of_topic
end

-- Plans the topic's one token, "there is work", unless there is a token.
local function plan_signal(of_topic, topic)
  if of_topic.needs_signal == nil then
    of_topic.needs_signal = redis.call('LLEN', topic_key('SIGNAL', topic)) == 0
  end
end

-- Plans that a task becomes ready with a score, a number or text.
local function plan_ready(plan, topic, id, score)
  local of_topic, level = plan_of(plan, topic), math.floor(score % 1 * 4)
  local set = of_topic.sets[level]
  if not set then
    set = { key = select(level + 1, ready_keys(topic)) }
    redis.call('ZCARD', set.key)
    plan_signal(of_topic, topic)
    of_topic.sets[level] = set
  end
  local last = #set
  set[last + 1], set[last + 2] = score, id
end

-- Plans that a task of a topic becomes ready: with a key, if it has a place of the key or gets one, or else behind the others.
local function plan_arrival(plan, topic, id, score, text)
  local due, key = due_and_key(text)
  if not key then
    return plan_ready(plan, topic, id, score)
  end
  local arrivals = line_of(plan, topic).arrivals
  local last = #arrivals
  arrivals[last + 1], arrivals[last + 2], arrivals[last + 3], arrivals[last + 4] = key, due, id, score
end

-- Plans where a task returns whose lease ends: the task is ready, and keeps the place of its key; or it waits until it is resumed if it was paused before its
-- attempt began. The score is a number.
local function plan_return(plan, topic, id, score)
  plan_end(plan, topic)
  if score < PAUSED_UNTIL then
    return plan_ready(plan, topic, id, score)
  end
  local _, key = due_and_key(redis.call('HGET', detail, id))
  if key then
    plan_leave(plan, topic, key, id)
  end
  local sets = plan_of(plan, topic).sets
  if not sets.waiting then
    sets.waiting = { key = topic_key('WAITING', topic) }
    redis.call('ZCARD', sets.waiting.key)
  end
  append(sets.waiting, score, id)
end

-- Plans the signal of a topic that has ready tasks and no signal. Mostly a topic has no ready tasks: one command shows this.
local function plan_lost_signal(plan, topic)
  local keys = { ready_keys(topic) }
  if redis.call('EXISTS', unpack(keys)) > 0 then
    for _, key in ipairs(keys) do
      redis.call('ZCARD', key)
    end
    plan_signal(plan_of(plan, topic), topic)
  end
end

-- The first writes of a script that makes tasks ready: the agenda is written before the scores that it is for. If a topic of the plan has a rule, topics
-- whose rules allow no lease now get no signal, but the time from which the rules allow one. Topics of limits that were full, and have a place again, because
-- leases end, or a token again, get a signal; but no topic with a key of a foreign type, which stops nothing that is read here behind the first write.
local function begin_ready(plan)
  local names = {}
  for _, some in ipairs({ plan.topics, plan.ended, plan.lines }) do
    for topic in pairs(some) do
      names[#names + 1] = plan.rules[topic] == nil and topic or nil
    end
  end
  read_rules(plan, names)
  if next(plan.lines) then
    --#include keys
    for topic in pairs(plan.lines) do
      if plan.try then
        plan.try(topic, settle_line, plan, topic)
      else
        settle_line(plan, topic)
      end
    end
  end
  force_oom_safe_write(topics)
  for topic, of_topic in pairs(plan.topics) do
    if of_topic.sets.waiting then
      redis.call('ZADD', topics, 'LT', PAUSED_UNTIL, topic)
    end
  end
  if not plan.has_rules and not next(plan.limits) then
    return
  end
  --#include agenda
  --#include rules
  for topic in pairs(plan.ended) do
    for _, limit in ipairs(limits_of(plan, topic)) do
      local may_wait = limit.concurrency < math.huge or limit.is_changed
      if may_wait and limit.held < limit.concurrency and not limit.is_freed then
        limit.is_freed = true
        for _, other in ipairs(limit.topics) do
          -- The batches of one topic may wait for more places than those of another.
          local rule = rule_of(plan, other)
          if limit.is_changed or limit.held + limit.ending > limit.concurrency - (rule and rule.least or 1) then
            pcall(plan_lost_signal, plan, other)
          end
        end
      end
    end
  end
  for topic, of_topic in pairs(plan.topics) do
    if of_topic.needs_signal and rule_of(plan, topic) then
      local allowed, time = allowance(plan, topic)
      of_topic.needs_signal = allowed >= 1
      if allowed < 1 and time < math.huge then
        plan.times[topic] = time
      end
    end
  end
  for _, limit in pairs(plan.limits) do
    if limit and limit.is_changed then
      write_spent(plan, limit)
    end
  end
  -- A push enters times itself.
  if next(plan.times) and not plan.is_push then
    schedule(plan.times, plan.now)
  end
end

-- Makes the tasks of a plan ready. Returns the topics to which a signal was sent, but for "leased": of a limit in the order of their turns, because the
-- first signal serves an instance that waits for several.
local function make_ready(plan, leased)
  local signalled = {}
  for _, line in pairs(plan.lines) do
    -- In this order: a key that a write has emptied is not touched again.
    call_with(redis.call, 'ZADD', line.behind, line.entered)
    call_with(redis.call, 'ZREM', line.behind, line.promoted)
    call_with(redis.call, 'HSET', line.held, line.filled)
    call_with(redis.call, 'HDEL', line.held, line.emptied)
  end
  for _, topic in ipairs(plan.order) do
    local of_topic = plan.topics[topic] or { sets = {} }
    for _, set in pairs(of_topic.sets) do
      redis.call('ZADD', set.key, unpack(set))
    end
    if of_topic.needs_signal then
      redis.call('RPUSH', topic_key('SIGNAL', topic), '1')
      if topic ~= leased then
        signalled[#signalled + 1] = topic
      end
    end
  end
  return signalled
end
