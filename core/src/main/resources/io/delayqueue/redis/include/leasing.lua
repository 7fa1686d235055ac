-- Leases ready tasks of a topic to an instance: those of high priority first, but lower ones have their turns, so that none
-- starves; within a priority the oldest first. "keys" are normal, high, low, signal, reserved, detail, deliveries, sequence, counts
-- and paused; "lease" is in milliseconds, "limit" how many at most.
--
-- Returns how many are left, none for a paused topic; the time in milliseconds; then five values a task: id, delivery number,
-- attempt, score while it was ready, whose whole part is when this attempt was due, detail.
--
-- An id without a detail is dropped. Delivery numbers grow through the group and are never behind the clock's microseconds: no
-- two deliveries ever share one, not even of a task that was finished and added again under the same id, nor after the last
-- writes were lost. {G}:SEQUENCE holds the last number, and behind a colon how many deliveries there were, by which turns are
-- given. The ids leave their sets after everything that could fail has been read, and the sets are not read again.
local function leasing(keys, topic, instance, lease, limit)
  local sets = { keys.normal, keys.high, keys.low }
  local micros = clock()
  local now = math.floor(micros / 1000)
  local there = { topickey('ZCARD', sets[1]) or 0, topickey('ZCARD', sets[2]) or 0, topickey('ZCARD', sets[3]) or 0 }
  local total = there[1] + there[2] + there[3]
  local paused = redis.call('SISMEMBER', keys.paused, topic) == 1
  if total == 0 or paused then
    redis.call('DEL', keys.signal)
    return { 0, now }
  end

  local tokens = topickey('LLEN', keys.signal)
  local last, given = string.match(redis.call('GET', keys.sequence) or '', '^(%d+):(%d+)$')
  local number, count = math.max(tonumber(last) or 0, micros - 1), tonumber(given) or 0
  local take = turns(there, math.min(limit, total), count)
  local ids, scores = {}, {}
  for _, level in ipairs({ 2, 1, 3 }) do
    if take[level] > 0 then
      local range = redis.call('ZRANGE', sets[level], 0, take[level] - 1, 'WITHSCORES')
      local sofar = #ids
      for at = 1, #range, 2 do
        ids[sofar + (at + 1) / 2], scores[sofar + (at + 1) / 2] = range[at], range[at + 1]
      end
    end
  end
  local details = redis.call('HMGET', keys.detail, unpack(ids))
  local before = redis.call('HMGET', keys.deliveries, unpack(ids))

  evenwhenfull(keys.reserved)
  redis.call('SET', keys.sequence, string.format('%.0f:%.0f', number + #ids, count + #ids))
  local deadline = string.format('%.0f', now + lease)
  local start, owner, format = topic .. ':', ':' .. instance, string.format
  local result, leases, deliveries = { total - #ids, now }, {}, {}
  local pair, filled = 0, 2
  for i, id in ipairs(ids) do
    local detail = details[i]
    if detail then
      local attempt = '1'
      if before[i] then
        local _, attempts = readheld(before[i])
        attempt = format('%.0f', 1 + tonumber(attempts or 0))
      end
      local delivery = format('%.0f', number + i)
      leases[pair + 1], leases[pair + 2] = deadline, start .. id
      deliveries[pair + 1], deliveries[pair + 2] = id, delivery .. ':' .. attempt .. ':' .. scores[i] .. owner
      pair = pair + 2
      result[filled + 1], result[filled + 2], result[filled + 3] = id, delivery, attempt
      result[filled + 4], result[filled + 5] = scores[i], detail
      filled = filled + 5
    end
  end
  if #leases > 0 then
    redis.call('ZADD', keys.reserved, unpack(leases))
    redis.call('HSET', keys.deliveries, unpack(deliveries))
    redis.call('HINCRBY', keys.counts, 'RESERVED:' .. topic, #leases / 2)
  end
  for level = 1, 3 do
    if take[level] > 0 then
      redis.call('ZREMRANGEBYRANK', sets[level], 0, take[level] - 1)
    end
  end
  if total == #ids or not tokens then
    redis.call('DEL', keys.signal)
  end
  if total > #ids and (tokens or 0) == 0 then
    redis.call('RPUSH', keys.signal, '1')
  end
  return result
end
