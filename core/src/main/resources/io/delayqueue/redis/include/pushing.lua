-- Makes due tasks ready, and reserved ones whose lease has ended, if this instance is the group's pusher or nobody is. "keys" are
-- waiting, reserved, pusher, deliveries, counts, paused, others and errors; "prefix" is "{G}:"; "limit" is how many tasks of each
-- kind to move at most; "sweep" the longest wait between two pushes and "claim" how long the claim on pushing outlasts the wait,
-- both in milliseconds. From "first" on, ARGV names topics to look after: a signal is left where tasks are ready and none is,
-- unless the topic is paused.
--
-- Returns: 1 if this instance is the pusher, due tasks moved, the topics of expired leases, one for each, microseconds to wait until the next push, and, if
-- no other instance asks to push, the topic whose task is the next to be due, else ""; keys of foreign types, each followed by its
-- topic. Who asks and is refused leaves a mark.
-- Beside that: whether this instance is the pusher, and alone in asking.
--
-- Where a lease has ended, {G}:ERRORS keeps that its attempt did. A member that names no topic is dropped. All reading comes
-- before all writing: no key is read that a write may have emptied.
local function pushing(keys, prefix, instance, limit, sweep, claim, first)
  local holder = redis.call('GET', keys.pusher)
  if holder and holder ~= instance then
    local left = math.max(redis.call('PTTL', keys.pusher), 0)
    evenwhenfull(keys.waiting)
    redis.call('SET', keys.others, '1', 'PX', 3 * claim)
    return { 0, 0, {}, left * 1000, '', {} }, false
  end

  local alone = redis.call('EXISTS', keys.others) == 0
  local micros = clock()
  local now = math.floor(micros / 1000)
  local next = string.format('%.0f', now + 1)

  -- Scores have fractions: of this millisecond is what is less than the next.
  local due = redis.call('ZRANGEBYSCORE', keys.waiting, '-inf', '(' .. next, 'WITHSCORES', 'LIMIT', 0, limit)
  local expired = redis.call('ZRANGEBYSCORE', keys.reserved, '-inf', '(' .. next, 'WITHSCORES', 'LIMIT', 0, limit)
  local wait, coming = 0, due[1]
  if #due < 2 * limit and #expired < 2 * limit then
    local head = redis.call('ZRANGEBYSCORE', keys.waiting, next, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    local lease = redis.call('ZRANGEBYSCORE', keys.reserved, next, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    local soonest = math.min(tonumber(head[2]) or math.huge, tonumber(lease[2]) or math.huge)
    wait = math.min(sweep * 1000, math.max(math.floor(soonest) * 1000 - micros, 0))
    coming = head[1]
  end

  local plan = newplan(prefix, keys, now)
  local dueMembers, expiredMembers, expiredIds, expiredTopics, ends, changes = {}, {}, {}, {}, {}, {}
  for at = 1, #due, 2 do
    local member = due[at]
    local topic, id = split(member)
    if not topic or planready(plan, topic, id, due[at + 1]) then
      dueMembers[#dueMembers + 1] = member
    end
    if topic then
      -- Of one that is put off too, for the plan counts it again.
      tally(changes, 'WAITING', topic, -1)
    end
  end
  for at = 1, #expired, 2 do
    local member = expired[at]
    expiredMembers[(at + 1) / 2] = member
    local topic, id = split(member)
    if topic then
      expiredIds[#expiredIds + 1] = id
      expiredTopics[#expiredTopics + 1] = topic
      ends[#ends + 1] = expired[at + 1]
      tally(changes, 'RESERVED', topic, -1)
    end
  end
  local errors = {}
  if #expiredIds > 0 then
    local held = redis.call('HMGET', keys.deliveries, unpack(expiredIds))
    local lost = {}
    for i, id in ipairs(expiredIds) do
      local number, _, score = readheld(held[i])
      planready(plan, expiredTopics[i], id, tonumber(score) or now)
      if number then
        lost[#lost + 1] = { id, held[i], nil, '"outcome":"LEASE_EXPIRED","at":' .. string.format('%.0f', ends[i]) }
      end
    end
    errors = withattempts(keys.errors, lost)
  end
  for i = first, #ARGV do
    plansignal(plan, ARGV[i])
  end

  evenwhenfull(keys.waiting)
  redis.call('SET', keys.pusher, instance, 'PX', math.ceil(wait / 1000) + claim)
  if #dueMembers > 0 then
    redis.call('ZREM', keys.waiting, unpack(dueMembers))
  end
  if #expiredMembers > 0 then
    redis.call('ZREM', keys.reserved, unpack(expiredMembers))
  end
  makeready(plan)
  if #errors > 0 then
    redis.call('HSET', keys.errors, unpack(errors))
  end
  writetally(keys.counts, changes)
  return { 1, #dueMembers, expiredTopics, wait, alone and coming and split(coming) or '', plan.foreign }, alone
end
