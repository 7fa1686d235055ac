--#include agenda
--#include attempts
--#include lease_ends
--#include ready
--#keys topics pusher deliveries detail paused others errors held never

-- The first score of a sorted set; nil if the key is of a foreign type.
local function read_head(plan, topic, key)
  local head = read_topic_key('ZRANGE', key, 0, 0, 'WITHSCORES')
  if not head then
    add_foreign_key(plan, topic, key)
    return nil
  end
  return tonumber(head[2]) or math.huge
end

-- Checks one topic: what its delayed and its leased tasks begin with. "time" is what the agenda has. Tasks that cannot be put
-- off, for the key is of a foreign type, keep their leases.
local function check_topic(plan, topic, time)
  local waiting = { topic = topic, key = waiting_key(topic), taken = {} }
  local reserved = { topic = topic, key = reserved_key(topic), taken = {} }
  waiting.head = read_head(plan, topic, waiting.key)
  reserved.head = read_head(plan, topic, reserved.key)
  if not waiting.head then
    reserved.head = reserved.head and reserved.head < plan.later and plan.later or reserved.head
  end
  return { topic = topic, time = time, waiting = waiting, reserved = reserved }
end

-- Reads the beginnings of sorted sets up to a score, at most "limit" entries together: an equal share of each, then what is left of the
-- limit. Their "head" is then the first score behind.
local function take(sets, limit, to)
  local share, left = math.max(1, math.floor(limit / #sets)), limit
  for round = 1, 2 do
    for _, set in ipairs(sets) do
      local number = #set.taken / 2
      local most = round == 2 and left or math.min(share, left)
      if most > 0 and (round == 1 or number == share) then
        local range = redis.call('ZRANGEBYSCORE', set.key, '-inf', to, 'WITHSCORES', 'LIMIT', number, most)
        for i, value in ipairs(range) do
          set.taken[2 * number + i] = value
        end
        left = left - #range / 2
      end
    end
  end
  for _, set in ipairs(sets) do
    local number = #set.taken / 2
    if number > 0 then
      set.head = tonumber(redis.call('ZRANGE', set.key, number, number, 'WITHSCORES')[2]) or math.huge
    end
  end
end

-- Leaves all but the first entries that were read of sorted sets.
local function leave(sets, count)
  for _, set in ipairs(sets) do
    local kept = math.min(count, #set.taken / 2)
    count = count - kept
    if kept < #set.taken / 2 then
      set.head = tonumber(set.taken[2 * kept + 2])
      set.taken = { unpack(set.taken, 1, 2 * kept) }
    end
  end
end

-- Whether the due tasks of a topic are left to its lease.
local function leaves_to_lease(topic, alone)
  return alone and redis.call('EXISTS', ready_keys(topic)) == 0 and redis.call('SISMEMBER', paused, topic) == 0
end

-- Makes due tasks ready, and reserved ones whose lease has ended, if this instance is the group's pusher or there is none. ARGV[1] to
-- ARGV[6] are those of "push". From "first" on, ARGV names topics to check whatever the agenda says; there a signal is left where tasks
-- are ready and none is, unless the topic is paused.
--
-- "own" names a topic and "lease" leases its tasks: called with the time if this instance is the pusher and alone in asking, it returns what "reserve"
-- does, and how many due tasks it has moved. The due ones of the topic are left to it if none is ready and the topic is not paused. It is
-- not called if the set of the topic's leases is found to be of a foreign type.
--
-- Returns what "push" does, and what "lease" did if it was called. Who asks and is refused leaves a mark. A claim that lasts longer than
-- any can is one of before the clock was set back, and is ignored.
--
-- Of the topics that the agenda has for now, 128 are checked. One with a rest goes behind the others, one for which the limits left
-- nothing keeps its place: so each has its turn.
--
-- Where a lease has ended, {G}:ERRORS keeps that its attempt did. If the clock is ahead of the time that the pusher expects, none ends
-- for a while: those who work can renew theirs first. "held" says for how many milliseconds, and lasts as long again, in which no
-- other such time begins: however often the clock is ahead, leases end in between. A step as long as both ends "held" itself, and
-- one that lasts longer than it can is one of before the clock was set back. All reading comes before all writing: no key is read that a
-- write may have emptied.
local function push_tasks(first, own, lease)
  local instance, limit, sweep, claim = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local expected, hold = tonumber(ARGV[5]), tonumber(ARGV[6])
  local micros = clock()
  local now = math.floor(micros / 1000)
  local holder = redis.call('GET', pusher)
  if holder and holder ~= instance then
    local left = redis.call('PTTL', pusher)
    if left >= 0 and left <= sweep + claim then
      force_oom_safe_write(topics)
      redis.call('SET', others, '1', 'PX', 3 * claim)
      return { { 0, 0, {}, left * 1000, '', {}, now, {} } }
    end
  end

  local alone = redis.call('EXISTS', others) == 0
  -- Scores have fractions: of this millisecond is what is less than the next.
  local to = string.format('(%.0f', now + 1)
  local plan = new_plan(now)
  local checks, known = {}, {}
  local agenda = redis.call('ZRANGEBYSCORE', topics, '-inf', to, 'WITHSCORES', 'LIMIT', 0, 128)
  for at = 1, #agenda, 2 do
    known[agenda[at]] = true
    checks[#checks + 1] = check_topic(plan, agenda[at], tonumber(agenda[at + 1]))
  end
  if ARGV[first] then
    local swept = { unpack(ARGV, first) }
    local times = redis.call('ZMSCORE', topics, unpack(swept))
    for i, topic in ipairs(swept) do
      if not known[topic] then
        checks[#checks + 1] = check_topic(plan, topic, tonumber(times[i]))
      end
      plan_signal(plan, topic)
    end
  end
  local due, ended = {}, {}
  for _, check in ipairs(checks) do
    if check.topic == own and not check.reserved.head then
      -- Its lease would fail, and with it the push of all others.
      own, lease = nil, nil
    end
    local is_due = (check.waiting.head or math.huge) < now + 1
    if is_due and not (check.topic == own and leaves_to_lease(own, alone)) then
      due[#due + 1] = check.waiting
    end
    if (check.reserved.head or math.huge) < now + 1 then
      ended[#ended + 1] = check.reserved
    end
  end
  local stepped = expected > 0 and now - expected > math.min(hold, 1000)
  local holds = false
  if stepped or #ended > 0 then
    local left, span = redis.call('PTTL', held), tonumber(redis.call('GET', held) or 0)
    holds = stepped and (left < 0 or left > 2 * span)
    if holds or left > span and left <= 2 * span then
      for _, set in ipairs(ended) do
        set.head = now + sweep
      end
      ended = {}
    end
  end
  take(due, limit, to)
  -- Of each of these the attempts that went wrong are read and written again, some 10 KB.
  take(ended, math.min(limit, 100), to)

  local moved, expired_ids, expired_topics, ends = 0, {}, {}, {}
  for _, set in ipairs(due) do
    local taken = set.taken
    for at = 1, #taken, 2 do
      if plan_ready(plan, set.topic, taken[at], taken[at + 1]) then
        moved = moved + 1
      end
    end
  end
  for _, set in ipairs(ended) do
    local taken = set.taken
    for at = 1, #taken, 2 do
      expired_ids[#expired_ids + 1] = taken[at]
      expired_topics[#expired_topics + 1] = set.topic
      ends[#ends + 1] = taken[at + 1]
    end
  end
  local attempts = {}
  if #expired_ids > 0 then
    local lost = {}
    local taken = redis.call('HMGET', deliveries, unpack(expired_ids))
    local scores, count = previous_scores(expired_ids, taken, ends, {}, now)
    leave(ended, count)
    expired_topics = { unpack(expired_topics, 1, count) }
    for i, topic in ipairs(expired_topics) do
      plan_return(plan, topic, expired_ids[i], scores[i])
      if parse_delivery(taken[i]) then
        lost[#lost + 1] = { expired_ids[i], taken[i], nil, '"outcome":"LEASE_EXPIRED","at":' .. string.format('%.0f', math.floor(ends[i])) }
      end
    end
    attempts = append_attempts(lost)
  end

  begin_ready(plan)
  if holds then
    redis.call('SET', held, hold, 'PX', 2 * hold)
  end
  for _, sets in ipairs({ due, ended }) do
    for _, set in ipairs(sets) do
      if #set.taken > 0 then
        redis.call('ZREMRANGEBYRANK', set.key, 0, #set.taken / 2 - 1)
      end
    end
  end
  make_ready(plan)
  if #attempts > 0 then
    redis.call('HSET', errors, unpack(attempts))
  end
  local leased
  if lease and alone then
    local straight
    leased, straight = lease(micros)
    moved = moved + straight
  end
  local raised = {}
  for _, check in ipairs(checks) do
    if leased and check.topic == own then
      local held_until = check.reserved.head
      check = check_topic(plan, own, check.time)
      check.served = true
      if check.reserved.head and check.reserved.head < now + 1 then
        check.reserved.head = math.max(held_until, check.reserved.head)
      end
    end
    local head = math.min(check.waiting.head or plan.later, check.reserved.head or plan.later)
    if plan.put_off[check.topic] then
      head = math.min(head, plan.later)
    end
    local time = math.max(now, math.floor(head))
    if time == now and not check.served and #check.waiting.taken == 0 and #check.reserved.taken == 0 then
      time = math.min(check.time or now, now)
    end
    if time ~= check.time and (check.time or time < math.huge or #check.waiting.taken > 0 or #check.reserved.taken > 0) then
      raised[#raised + 1] = time == math.huge and '+inf' or string.format('%.0f', time)
      raised[#raised + 1] = check.topic
    end
  end
  if #raised > 0 then
    redis.call('ZADD', topics, unpack(raised))
  end
  local coming = redis.call('ZRANGE', topics, 0, 0, 'WITHSCORES')
  local time = tonumber(coming[2]) or math.huge
  local wait = math.min(sweep * 1000, math.max(time * 1000 - micros, 0))
  redis.call('SET', pusher, instance, 'PX', math.ceil(wait / 1000) + claim)
  return {
    { 1, moved, expired_topics, wait, alone and time < math.huge and coming[1] or '', plan.foreign, now, alone and plan.signalled or {} },
    leased,
  }
end
