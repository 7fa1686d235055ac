--#include base
--#include bounds
--#include delivery

--#keys consuming consuming_high consuming_low signal reserved detail deliveries sequence counts paused

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

-- Leases ready tasks of a topic to an instance: those of high priority first, but lower ones have their turns, so that none
-- starves; within a priority the oldest first. "lease" is in milliseconds, "limit" how many at most; of large ones fewer,
-- as many as read_within reads.
--
-- Returns how many are left, none for a paused topic; the time in milliseconds; then five values a task: id, delivery number,
-- attempt, score while it was ready, whose whole part is when this attempt was due, detail.
--
-- An id without a detail is dropped. Delivery numbers grow through the group and are never behind the clock's microseconds: no
-- two deliveries ever share one, not even of a task that was finished and added again under the same id, nor after the last
-- writes were lost. {G}:SEQUENCE holds the last number, and behind a colon how many deliveries there were, by which turns are
-- given. The ids leave their sets after everything that could fail has been read, and the sets are not read again.
local function lease_tasks(topic, instance, lease, limit)
  local sets = { consuming, consuming_high, consuming_low }
  local micros = clock()
  local now = math.floor(micros / 1000)
  local there = { read_topic_key('ZCARD', sets[1]) or 0, read_topic_key('ZCARD', sets[2]) or 0, read_topic_key('ZCARD', sets[3]) or 0 }
  local total = there[1] + there[2] + there[3]
  if total == 0 or redis.call('SISMEMBER', paused, topic) == 1 then
    redis.call('DEL', signal)
    return { 0, now }
  end

  local tokens = read_topic_key('LLEN', signal)
  local last, given = string.match(redis.call('GET', sequence) or '', '^(%d+):(%d+)$')
  local number, taken = math.max(tonumber(last) or 0, micros - 1), tonumber(given) or 0
  local take, order = plan_turns(there, math.min(limit, total), taken)
  local ids, scores = {}, {}
  if order then
    local ranges = {}
    for level = 1, 3 do
      ranges[level] = take[level] > 0 and redis.call('ZRANGE', sets[level], 0, take[level] - 1, 'WITHSCORES')
    end
    local reached = { 0, 0, 0 }
    for i, level in ipairs(order) do
      local range, behind = ranges[level], reached[level]
      ids[i], scores[i], reached[level] = range[behind + 1], range[behind + 2], behind + 2
    end
  else
    local range = redis.call('ZRANGE', sets[1], 0, take[1] - 1, 'WITHSCORES')
    for at = 1, #range, 2 do
      local i = (at + 1) / 2
      ids[i], scores[i] = range[at], range[at + 1]
    end
  end
  local details
  details, ids = read_within(detail, ids)
  local count = #ids
  local before = redis.call('HMGET', deliveries, unpack(ids))

  force_oom_safe_write(reserved)
  local format = string.format
  redis.call('SET', sequence, format('%.0f:%.0f', number + count, taken + count))
  local deadline = format('%.0f', now + lease)
  local start, owner = topic .. ':', ':' .. instance
  local result, leases, entries = { total - count, now }, {}, {}
  local pair, filled = 0, 2
  take = order and { 0, 0, 0 } or { count, 0, 0 }
  for _, level in ipairs(order and { 2, 1, 3 } or { 1 }) do
    for i = 1, count do
      if not order or order[i] == level then
        number = number + 1
        local id, text = ids[i], details[i]
        if order then
          take[level] = take[level] + 1
        end
        if text then
          local attempt = '1'
          if before[i] then
            local _, attempts = parse_delivery(before[i])
            attempt = format('%.0f', 1 + tonumber(attempts or 0))
          end
          local delivery = format('%.0f', number)
          leases[pair + 1], leases[pair + 2] = deadline, start .. id
          entries[pair + 1], entries[pair + 2] = id, delivery .. ':' .. attempt .. ':' .. scores[i] .. owner
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
    redis.call('HINCRBY', counts, 'RESERVED:' .. topic, #leases / 2)
  end
  for level = 1, 3 do
    if take[level] > 0 then
      redis.call('ZREMRANGEBYRANK', sets[level], 0, take[level] - 1)
    end
  end
  if total == count or not tokens then
    redis.call('DEL', signal)
  end
  if total > count and (tokens or 0) == 0 then
    redis.call('RPUSH', signal, '1')
  end
  return result
end
