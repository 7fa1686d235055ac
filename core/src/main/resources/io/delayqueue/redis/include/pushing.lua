--#include attempts
--#include names
--#include ready
--#include tally
--#keys waiting reserved pusher deliveries counts paused others errors held never

-- Makes due tasks ready, and reserved ones whose lease has ended, if this instance is the group's pusher or nobody is. ARGV[1] to
-- ARGV[6] are those of "push". From "first" on, ARGV names topics to look after: a signal is left where tasks are ready and none is,
-- unless the topic is paused.
--
-- Returns what "push" does; and whether this instance is the pusher and alone in asking. Who asks and is refused leaves a mark. A claim
-- that lasts longer than any can is one of before the clock was set back: it holds nobody off.
--
-- Where a lease has ended, {G}:ERRORS keeps that its attempt did. If the clock is ahead of the time that the pusher expects, none ends
-- for a while: those who work can renew theirs first. "held" says for how many milliseconds, and lasts as long again, in which no
-- other such time begins: however often the clock is ahead, leases end in between. A step as long as both ends "held" itself, and
-- one that lasts longer than it can is one of before the clock was set back. A member that names no topic is dropped. All
-- reading comes before all writing: no key is read that a write may have emptied.
local function push_tasks(first)
  local instance, limit, sweep, claim = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local expected, hold = tonumber(ARGV[5]), tonumber(ARGV[6])
  -- Of each of these the attempts that went wrong are read and written again, some 10 KB.
  local ended = math.min(limit, 100)
  local micros = clock()
  local now = math.floor(micros / 1000)
  local holder = redis.call('GET', pusher)
  if holder and holder ~= instance then
    local left = redis.call('PTTL', pusher)
    if left >= 0 and left <= sweep + claim then
      force_oom_safe_write(waiting)
      redis.call('SET', others, '1', 'PX', 3 * claim)
      return { 0, 0, {}, left * 1000, '', {}, now }, false
    end
  end

  local alone = redis.call('EXISTS', others) == 0
  local next = string.format('%.0f', now + 1)

  -- Scores have fractions: of this millisecond is what is less than the next.
  local due = redis.call('ZRANGEBYSCORE', waiting, '-inf', '(' .. next, 'WITHSCORES', 'LIMIT', 0, limit)
  local expired = redis.call('ZRANGEBYSCORE', reserved, '-inf', '(' .. next, 'WITHSCORES', 'LIMIT', 0, ended)
  local stepped = expected > 0 and now - expected > math.min(hold, 1000)
  local holds = false
  if stepped or #expired > 0 then
    local left, span = redis.call('PTTL', held), tonumber(redis.call('GET', held) or 0)
    holds = stepped and (left < 0 or left > 2 * span)
    if holds or left > span and left <= 2 * span then
      expired = {}
    end
  end
  local wait, coming = 0, due[1]
  if #due < 2 * limit and #expired < 2 * ended then
    local head = redis.call('ZRANGEBYSCORE', waiting, next, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    local lease = redis.call('ZRANGEBYSCORE', reserved, next, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    local soonest = math.min(tonumber(head[2]) or math.huge, tonumber(lease[2]) or math.huge)
    wait = math.min(sweep * 1000, math.max(math.floor(soonest) * 1000 - micros, 0))
    coming = head[1]
  end

  local plan = new_plan(now)
  local due_members, expired_members, expired_ids, expired_topics, ends, changes = {}, {}, {}, {}, {}, {}
  for at = 1, #due, 2 do
    local member = due[at]
    local topic, id = split_member(member)
    if not topic or plan_ready(plan, topic, id, due[at + 1]) then
      due_members[#due_members + 1] = member
    end
    if topic then
      -- Of one that is put off too, for the plan counts it again.
      tally(changes, 'WAITING', topic, -1)
    end
  end
  for at = 1, #expired, 2 do
    local member = expired[at]
    expired_members[(at + 1) / 2] = member
    local topic, id = split_member(member)
    if topic then
      expired_ids[#expired_ids + 1] = id
      expired_topics[#expired_topics + 1] = topic
      ends[#ends + 1] = expired[at + 1]
      tally(changes, 'RESERVED', topic, -1)
    end
  end
  local attempts = {}
  if #expired_ids > 0 then
    local taken = redis.call('HMGET', deliveries, unpack(expired_ids))
    local lost = {}
    for i, id in ipairs(expired_ids) do
      local number, _, score = parse_delivery(taken[i])
      plan_ready(plan, expired_topics[i], id, tonumber(score) or now)
      if number then
        lost[#lost + 1] = { id, taken[i], nil, '"outcome":"LEASE_EXPIRED","at":' .. string.format('%.0f', ends[i]) }
      end
    end
    attempts = append_attempts(lost)
  end
  for i = first, #ARGV do
    plan_signal(plan, ARGV[i])
  end

  force_oom_safe_write(waiting)
  redis.call('SET', pusher, instance, 'PX', math.ceil(wait / 1000) + claim)
  if holds then
    redis.call('SET', held, hold, 'PX', 2 * hold)
  end
  if #due_members > 0 then
    redis.call('ZREM', waiting, unpack(due_members))
  end
  if #expired_members > 0 then
    redis.call('ZREM', reserved, unpack(expired_members))
  end
  make_ready(plan)
  if #attempts > 0 then
    redis.call('HSET', errors, unpack(attempts))
  end
  write_tally(changes)
  return { 1, #due_members, expired_topics, wait, alone and coming and split_member(coming) or '', plan.foreign, now }, alone
end
