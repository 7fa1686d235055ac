--#include base
--#include bounds
--#include delivery
--#include priority

--#keys topics waiting consuming consuming_high consuming_low signal reserved detail deliveries sequence paused

-- Which priority each of some tasks is to be of (1 normal, 2 high, 3 low). Of 16 turns one is the low ones', three are the normal
-- ones', the rest the high ones'; a priority without tasks leaves its turn to the highest that has some. Turns are spread by
-- the golden ratio of the group's count of deliveries: whatever part of them a topic gets, it gets turns of each kind. Fewer
-- turns are the first of more. Returns how many are of each priority, and the priority of each turn, or nil if all are normal.
local function plan_turns(there, number, last)
  local take, order = { 0, 0, 0 }, {}
  if there[2] == 0 and there[3] == 0 then
    take[1] = number
    return take, nil
  end
  for i = 1, number do
    local turn = (last + i) * 0.6180339887498949 % 1
    local level = turn < 1 / 16 and 3 or turn < 4 / 16 and 1 or 2
    if take[level] == there[level] then
      level = take[2] < there[2] and 2 or take[1] < there[1] and 1 or 3
    end
    order[i], take[level] = level, take[level] + 1
  end
  return take, order
end

-- The due tasks of a topic by the set that they would be ready in, as scores and ids, and how many there are: no more than 500.
local function read_due(now)
  local ranges, count = { {}, {}, {} }, 0
  local due = read_topic_key('ZRANGEBYSCORE', waiting, '-inf', string.format('(%.0f', now + 1), 'WITHSCORES', 'LIMIT', 0, 500) or {}
  for at = 1, #due, 2 do
    local range = ranges[math.floor(due[at + 1] % 1 * 4) + 1]
    local last = #range
    range[last + 1], range[last + 2] = due[at + 1], due[at]
    count = count + 1
  end
  return ranges, count
end

-- Leases ready and due tasks of a topic to an instance: those of high priority first, but lower ones have their turns, so that none
-- starves; within a priority the oldest first. "micros" is the time, "lease" in milliseconds, "limit" how many at most; of large ones
-- fewer, as many as read_within reads.
--
-- Due tasks are leased at once if none is ready; what is left of them becomes ready. Otherwise they become ready first, unless a key is
-- of a foreign type: then they are left to the push.
--
-- Returns how many are left, none for a paused topic; the time in milliseconds; then five values a task: id, delivery number,
-- attempt, score while it was ready, whose whole part is when this attempt was due, detail. And how many due tasks it has moved.
--
-- An id without a detail is dropped. All tasks of a call have one delivery number. Numbers grow through the group and are never behind
-- the clock's microseconds: no two deliveries of an id ever share one, not even of a task that was finished and added again, nor
-- after the last writes were lost. {G}:SEQUENCE holds the last number, and behind a colon how many deliveries there were, by which turns are
-- given. The ids leave their sets after everything that could fail has been read, and the sets are not read again.
local function lease_tasks(micros, topic, instance, lease, limit)
  local sets = { consuming, consuming_high, consuming_low }
  local now = math.floor(micros / 1000)
  if redis.call('SISMEMBER', paused, topic) == 1 then
    force_oom_safe_write(topics)
    redis.call('DEL', signal)
    return { 0, now }, 0
  end
  local there, foreign = {}, false
  for level = 1, 3 do
    local members = read_topic_key('ZCARD', sets[level])
    there[level], foreign = members or 0, foreign or not members
  end
  local total = there[1] + there[2] + there[3]
  local due, moved = {}, 0
  if not foreign then
    due, moved = read_due(now)
  end
  local straight = total == 0
  if moved > 0 then
    total = total + moved
    for level = 1, 3 do
      there[level] = there[level] + #due[level] / 2
    end
    if not straight then
      force_oom_safe_write(topics)
      for level = 1, 3 do
        if #due[level] > 0 then
          redis.call('ZADD', sets[level], unpack(due[level]))
        end
      end
      redis.call('ZREMRANGEBYRANK', waiting, 0, moved - 1)
    end
  end
  if total == 0 then
    force_oom_safe_write(topics)
    redis.call('DEL', signal)
    return { 0, now }, 0
  end

  local tokens = read_topic_key('LLEN', signal)
  local last, given = string.match(redis.call('GET', sequence) or '', '^(%d+):(%d+)$')
  local number, taken = math.max((tonumber(last) or 0) + 1, micros), tonumber(given) or 0
  local take, order = plan_turns(there, math.min(limit, total), taken)
  local ids, scores, reached = {}, {}, { 0, 0, 0 }
  local ranges = straight and due or {}
  for level = 1, straight and 0 or 3 do
    ranges[level] = take[level] > 0 and redis.call('ZRANGE', sets[level], 0, take[level] - 1, 'WITHSCORES')
  end
  for i = 1, math.min(limit, total) do
    local level = order and order[i] or 1
    local range, behind = ranges[level], reached[level]
    local id, score = range[behind + 1], range[behind + 2]
    if straight then
      id, score = score, id
    end
    ids[i], scores[i], reached[level] = id, score, behind + 2
  end
  local details
  details, ids = read_within(detail, ids)
  local count = #ids
  local old, begun = {}, {}
  for i = 1, count do
    if has_history(scores[i]) then
      old[#old + 1] = ids[i]
    end
  end
  if #old > 0 then
    for i, held in ipairs(redis.call('HMGET', deliveries, unpack(old))) do
      local _, attempts = parse_delivery(held)
      begun[old[i]] = tonumber(attempts) or 0
    end
  end
  local beyond = moved == 500 and redis.call('ZCOUNT', waiting, '-inf', string.format('(%.0f', now + 1)) - (straight and moved or 0) or 0

  local format = string.format
  local deadline = format('%.0f', now + lease)
  force_oom_safe_write(topics)
  redis.call('ZADD', topics, 'LT', deadline, topic)
  redis.call('SET', sequence, format('%.0f:%.0f', number, taken + count))
  local delivery = format('%.0f', number)
  local first = first_delivery(delivery, instance)
  local result, leases, entries = { total - count + beyond, now }, {}, {}
  local pair, filled = 0, 2
  take = order and { 0, 0, 0 } or { count, 0, 0 }
  for _, level in ipairs(order and { 2, 1, 3 } or { 1 }) do
    for i = 1, count do
      if not order or order[i] == level then
        local id, text = ids[i], details[i]
        if order then
          take[level] = take[level] + 1
        end
        if text then
          local attempt, record = '1', first
          if begun[id] then
            attempt = format('%.0f', begun[id] + 1)
            record = delivery .. ':' .. attempt .. ':' .. instance .. ':' .. scores[i]
          end
          local fraction = scores[i] % 1
          leases[pair + 1], leases[pair + 2] = fraction == 0 and deadline or now + lease + fraction, id
          entries[pair + 1], entries[pair + 2] = id, record
          pair = pair + 2
          result[filled + 1], result[filled + 2], result[filled + 3] = id, delivery, attempt
          result[filled + 4], result[filled + 5] = scores[i], text
          filled = filled + 5
        end
      end
    end
  end
  if #leases > 0 then
    redis.call('ZADD', reserved, unpack(leases))
    redis.call('HSET', deliveries, unpack(entries))
  end
  for level = 1, 3 do
    if straight and #due[level] > 2 * take[level] then
      redis.call('ZADD', sets[level], unpack(due[level], 2 * take[level] + 1))
    elseif not straight and take[level] > 0 then
      redis.call('ZREMRANGEBYRANK', sets[level], 0, take[level] - 1)
    end
  end
  if straight then
    redis.call('ZREMRANGEBYRANK', waiting, 0, moved - 1)
  end
  if total == count or not tokens then
    redis.call('DEL', signal)
  end
  if total > count and (tokens or 0) == 0 then
    redis.call('RPUSH', signal, '1')
  end
  return result, moved
end
