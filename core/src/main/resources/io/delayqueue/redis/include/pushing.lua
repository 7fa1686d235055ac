--#include bounds
--#include delivery
--#include priority
--#include ready
--#keys topics pusher deliveries detail rules others errors held never

-- Only the instance that {G}:PUSHER names pushes a group, until its claim ends; without a claim every instance may.
-- A push makes tasks ready: those of {G}:WAITING:T that are due, and those of {G}:RESERVED:T whose lease has ended.
-- All that a push moves is read before the first task is moved; from the first move on no write can be refused, and what fails later is only the lease.
-- The agenda ({G}:TOPICS) is raised last, to the first scores that are left, so a push that is cut short leaves times that are too early, never too late.
-- A topic whose rule forbids a lease is checked when time lets the rule allow one.
-- If a read finds a key of a foreign type, the topic is left as it is for ten seconds, so such a key stops no other topic.

-- The steps of a push share two kinds of tables. "push" has what is the same for all topics. A "check" has what the push knows of one topic: "time" is
-- the time of the agenda, if the agenda has the topic; "waiting" and "reserved" are the two sorted sets, each with its first score ("head"), and with the
-- ids and scores that are to leave its beginning ("taken"): they are only read until leave_places removes them.

-- The key of a topic that is of a foreign type: of another type than the data layout has. Nil if there is none.
local function foreign_key(topic)
  for _, key in ipairs({ topic_key('WAITING', topic), topic_key('RESERVED', topic), ready_keys(topic) }) do
    if not read_topic_key('ZCARD', key) then
      return key
    end
  end
  for kind, command in pairs({ BEHIND = 'ZCARD', KEYS = 'HLEN', SIGNAL = 'LLEN' }) do
    if not read_topic_key(command, topic_key(kind, topic)) then
      return topic_key(kind, topic)
    end
  end
end

-- Calls a function that reads keys of the topic of a check, and returns its results. If a key is of a foreign type, the topic is left as it is from
-- then on: nothing more is taken, what is planned for the topic is dropped, and the heads say that the next check is due in ten seconds. But if that key
-- is the signal, the signal is removed, because a signal carries no task, and the function is called again.
local function try(push, check, read, ...)
  if check.foreign then
    return nil
  end
  local done, result, second, third = pcall(read, ...)
  if done then
    return result, second, third
  end
  local key = foreign_key(check.topic)
  if not key then
    error(result, 0)
  end
  append(push.foreign, key, check.topic)
  if key == topic_key('SIGNAL', check.topic) then
    redis.call('DEL', key)
    return try(push, check, read, ...)
  end
  check.foreign, check.waiting, check.reserved = true, { head = push.later, taken = {} }, { head = push.later, taken = {} }
  push.plan.topics[check.topic], push.plan.lines[check.topic] = nil, nil
end

local function read_set(check, key)
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  return { check = check, key = key, head = tonumber(first[2]) or math.huge, taken = {} }
end

local function read_heads(check)
  check.waiting = read_set(check, topic_key('WAITING', check.topic))
  check.reserved = read_set(check, topic_key('RESERVED', check.topic))
end

-- Reads the topics to check: at most 128 of those whose time in the agenda has come, and those that ARGV names from "first" on, whatever the agenda has. A
-- topic that ARGV names also gets its signal back if the signal is lost while tasks are ready. Returns the checks, the checks by their topics, and the topics.
local function read_topics(push, first)
  local checks, by_topic, names = {}, {}, {}
  local function add(topic, time)
    local check = { topic = topic, time = tonumber(time) }
    checks[#checks + 1], by_topic[topic], names[#names + 1] = check, check, topic
    try(push, check, read_heads, check)
  end
  local agenda = redis.call('ZRANGEBYSCORE', topics, '-inf', push.to, 'WITHSCORES', 'LIMIT', 0, 128)
  for at = 1, #agenda, 2 do
    add(agenda[at], agenda[at + 1])
  end
  local swept = { unpack(ARGV, first) }
  for i, time in ipairs(#swept > 0 and redis.call('ZMSCORE', topics, unpack(swept)) or {}) do
    local topic = swept[i]
    if not by_topic[topic] then
      add(topic, time)
    end
    try(push, by_topic[topic], plan_lost_signal, push.plan, topic)
  end
  return checks, by_topic, names
end

-- The sorted sets that begin with due tasks, and those that begin with ended leases. The due tasks of the topic "own" are left to the function
-- "lease" of push_tasks if no task is ready and the topic has no rule.
local function find_moves(push, checks, own)
  local due, ended = {}, {}
  for _, check in ipairs(checks) do
    if check.waiting.head < push.now + 1 and not (check.topic == own
      and redis.call('EXISTS', ready_keys(own)) == 0 and not push.plan.rules[own]) then
      due[#due + 1] = check.waiting
    end
    if check.reserved.head < push.now + 1 then
      ended[#ended + 1] = check.reserved
    end
  end
  return due, ended
end

-- Whether ended leases are held back, and whether a hold begins with this push. A hold begins if the clock is ahead of the time that the instance
-- expects, because the clock then stepped forward, and instances had no time to renew their leases. {G}:HELD has the span of a hold in milliseconds, and
-- expires after two spans. In the first span, while the key lasts longer than a span, tasks whose lease has ended stay reserved. In the second span
-- they become ready, and no hold begins: so they become ready however often the clock is ahead. If the
-- key lasts longer than two spans, it dates from before the clock was set back, and does not count.
local function holds_leases(push, any_ended)
  if not push.is_ahead and not any_ended then
    return false, false
  end
  local left, span = redis.call('PTTL', held), tonumber(redis.call('GET', held) or 0)
  local begins = push.is_ahead and (left < 0 or left > 2 * span)
  return begins or left > span and left <= 2 * span, begins
end

-- Reads the first entries of sorted sets up to now, at most "limit" together, as those that are taken. What remains of the limit behind the sets before
-- a set is divided by the number of sets from this set on; the quotient, rounded down, but at least one, is the most that is taken of this set. So sets with few
-- entries leave more to those behind them. The head of a set becomes the first score behind what was taken; sets for which nothing remains keep theirs.
local function take(push, sets, limit)
  local left = limit
  for i, set in ipairs(sets) do
    local share = math.min(left, math.max(1, math.floor(left / (#sets - i + 1))))
    if share > 0 then
      set.taken = redis.call('ZRANGEBYSCORE', set.key, '-inf', push.to, 'WITHSCORES', 'LIMIT', 0, share)
      local number = #set.taken / 2
      left = left - number
      set.head = tonumber(redis.call('ZRANGE', set.key, number, number, 'WITHSCORES')[2]) or math.huge
    end
  end
end

-- Keeps of the entries that were taken of all sorted sets, one set after the other, the first "count". The others stay where they are.
local function take_only(sets, count)
  for _, set in ipairs(sets) do
    local kept = math.min(count, #set.taken / 2)
    count = count - kept
    if kept < #set.taken / 2 then
      set.head = tonumber(set.taken[2 * kept + 2])
      set.taken = { unpack(set.taken, 1, 2 * kept) }
    end
  end
end

local function plan_due(plan, set)
  local topic, ids, details = set.check.topic, {}, nil
  if plan.rules[topic] and plan.rules[topic].places then
    for at = 1, #set.taken, 2 do
      ids[#ids + 1] = set.taken[at]
    end
    details, ids = read_within(detail, ids)
    take_only({ set }, #ids)
  end
  for at = 1, #set.taken, 2 do
    if details then
      plan_arrival(plan, topic, set.taken[at], set.taken[at + 1], details[(at + 1) / 2])
    else
      plan_ready(plan, topic, set.taken[at], set.taken[at + 1])
    end
  end
end

-- Plans where the tasks return whose leases have ended. If details are large, fewer leases end than were taken: as many as previous_scores returns
-- scores for. Returns what {G}:ERRORS is to have of the tasks: that their attempts ended with their leases.
local function plan_ended(push, ended)
  local ids, ends, sets, lost = {}, {}, {}, {}
  for _, set in ipairs(ended) do
    for at = 1, #set.taken, 2 do
      ids[#ids + 1], ends[#ids + 1], sets[#ids + 1] = set.taken[at], set.taken[at + 1], set
    end
  end
  if #ids == 0 then
    return {}
  end
  --#include attempts
  --#include lease_ends
  local records = redis.call('HMGET', deliveries, unpack(ids))
  local scores, count = previous_scores(ids, records, ends, {}, push.now)
  take_only(ended, count)
  for i = 1, count do
    try(push, sets[i].check, plan_return, push.plan, sets[i].check.topic, ids[i], scores[i])
  end
  for i = 1, count do
    if not sets[i].check.foreign and parse_delivery(records[i]) then
      lost[#lost + 1] = { ids[i], records[i], nil, '"outcome":"LEASE_EXPIRED","at":' .. string.format('%.0f', math.floor(ends[i])) }
    end
  end
  return append_attempts(lost)
end

-- Removes the tasks that were taken from their old places; make_ready enters the tasks in the new places. Returns how many tasks were due; and
-- for each task whose lease has ended the name of its topic.
local function leave_places(checks)
  local due, expired = 0, {}
  for _, check in ipairs(checks) do
    for _, set in ipairs({ check.waiting, check.reserved }) do
      if #set.taken > 0 then
        redis.call('ZREMRANGEBYRANK', set.key, 0, #set.taken / 2 - 1)
      end
    end
    due = due + #check.waiting.taken / 2
    for _ = 1, #check.reserved.taken / 2 do
      expired[#expired + 1] = check.topic
    end
  end
  return due, expired
end

-- Sets when each topic has to be checked again: at the lower of its two heads, or when its rule allows a lease if that
-- is earlier. If the time is not later than now, tasks remain: the topic gets the
-- time of now, and so goes behind the topics with an earlier time. But a topic of which nothing was moved keeps its time, because the limits left nothing
-- for the topic. So each topic has its turn. A topic without tasks gets the time "+inf".
local function raise_agenda(push, checks)
  local entries = {}
  for topic, time in pairs(push.plan.times) do
    redis.call('ZADD', topics, 'LT', time, topic)
  end
  for _, check in ipairs(checks) do
    local moved = check.is_leased or #check.waiting.taken > 0 or #check.reserved.taken > 0
    local planned = push.plan.topics[check.topic]
    -- Tasks that the plan lets wait until they are resumed were not in {G}:WAITING:T when its head was read.
    local head = math.min(check.waiting.head, check.reserved.head, planned and planned.sets.waiting and PAUSED_UNTIL or math.huge,
      push.plan.times[check.topic] or math.huge)
    local time = math.max(push.now, math.floor(head))
    if time == push.now and not moved then
      time = math.min(check.time or time, time)
    end
    if time ~= check.time and (check.time or time < math.huge or moved) then
      append(entries, time == math.huge and '+inf' or string.format('%.0f', time), check.topic)
    end
  end
  if #entries > 0 then
    redis.call('ZADD', topics, unpack(entries))
  end
end

-- Calls "lease" for the topic of a check, and reads the heads of the topic again, because the lease has moved tasks. If ended leases are held back,
-- "head_before" is the time of the next check of the leases, and stays so, because the topic would otherwise be checked at once. Returns what "lease"
-- has returned: the reply, and how many due tasks were moved. The time from which the rule of
-- the topic allows more takes the place of the one before the lease.
local function lease_own(push, check, lease, micros)
  local leased, moved, time = try(push, check, lease, micros, push.plan.rules[check.topic] == false)
  push.plan.times[check.topic] = time or push.plan.times[check.topic]
  if leased and check.reserved then
    local head_before = check.reserved.head
    read_heads(check)
    if check.reserved.head < push.now + 1 then
      check.reserved.head = math.max(head_before, check.reserved.head)
    end
    check.is_leased = true
  end
  return leased, moved or 0
end

-- Pushes. ARGV[1] to ARGV[6] are those of the script "push"; from "first" on ARGV names topics to check whatever the agenda has.
--
-- If no other instance has asked to push for a while, "lease" is called with the time in microseconds, and whether the topic "own" is known to have no rule, to lease
-- tasks of this topic; "lease" returns what the script "reserve" does, and how many due tasks "lease" has moved. If the topic has no ready tasks, the push leaves the due tasks of the topic to
-- "lease". If the topic has ready tasks, the push makes the due tasks ready too, because a task that is ready may be older or of a higher priority.
--
-- Returns a list of two: what the script "push" returns, and what the script "reserve" would if "lease" was called.
local function push_tasks(first, own, lease)
  local instance, limit, sweep, claim = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local expected, hold = tonumber(ARGV[5]), tonumber(ARGV[6])
  local micros = clock()
  local now = math.floor(micros / 1000)
  -- How long another instance's claim lasts. A claim that lasts longer than one is made for does not count, because the clock was set back since then.
  local holder = redis.call('GET', pusher)
  local left = holder and holder ~= instance and redis.call('PTTL', pusher) or -1
  if left >= 0 and left <= sweep + claim then
    -- The mark {G}:OTHERS shows the pusher for a while that it is not alone: while the mark lasts, no push leases tasks, and signals share the tasks among the instances.
    force_oom_safe_write(topics)
    redis.call('SET', others, '1', 'PX', 3 * claim)
    return { { 0, 0, {}, left * 1000, '', {}, now, {} } }
  end

  local alone = redis.call('EXISTS', others) == 0
  local push = {
    now = now,
    -- Scores have fractions, so the scores of this millisecond are those below the next one.
    to = string.format('(%.0f', now + 1),
    later = now + 10000,
    is_ahead = expected > 0 and now - expected > math.min(hold, 1000),
    plan = new_plan(micros),
    foreign = {},
  }
  push.plan.is_push = true
  local checks, by_topic, names = read_topics(push, first)
  push.plan.try = function(topic, call, ...)
    return try(push, by_topic[topic], call, ...)
  end
  -- A topic with a rule gets a signal, or the time from which the rule allows a lease, if tasks are ready.
  for i, text in ipairs(read_rules(push.plan, names)) do
    if text then
      try(push, checks[i], plan_lost_signal, push.plan, names[i])
    end
  end
  local due, ended = find_moves(push, checks, alone and own)
  local holds, begins = holds_leases(push, #ended > 0)
  if holds then
    for _, set in ipairs(ended) do
      set.head = now + sweep
    end
    ended = {}
  end
  take(push, due, limit)
  -- Of each task whose lease has ended the attempts that went wrong are read and written again, some 10 KB.
  take(push, ended, math.min(limit, 100))
  for _, set in ipairs(due) do
    try(push, set.check, plan_due, push.plan, set)
  end
  local attempts = plan_ended(push, ended)

  begin_ready(push.plan)
  if begins then
    redis.call('SET', held, hold, 'PX', 2 * hold)
  end
  local moved, expired = leave_places(checks)
  -- A lease says what is left; another one would be refused by limits.
  local signalled = make_ready(push.plan, lease and alone and push.plan.rules[own] and own)
  if #attempts > 0 then
    redis.call('HSET', errors, unpack(attempts))
  end
  local leased, moved_by_lease
  if lease and alone then
    leased, moved_by_lease = lease_own(push, by_topic[own] or { topic = own }, lease, micros)
    moved = moved + moved_by_lease
  end
  raise_agenda(push, checks)
  -- The next push is due when the next topic has to be checked; the claim outlasts the wait until then.
  local coming = redis.call('ZRANGE', topics, 0, 0, 'WITHSCORES')
  local time = tonumber(coming[2]) or math.huge
  local wait = math.min(sweep * 1000, math.max(time * 1000 - micros, 0))
  redis.call('SET', pusher, instance, 'PX', math.ceil(wait / 1000) + claim)
  local next_topic = alone and time < math.huge and coming[1] or ''
  return { { 1, moved, expired, wait, next_topic, push.foreign, now, alone and signalled or {} }, leased }
end
