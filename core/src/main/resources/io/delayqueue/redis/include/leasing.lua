--#include base
--#include bounds
--#include delivery
--#include priority

--#keys topics waiting consuming consuming_high consuming_low signal reserved detail deliveries sequence rules never

-- A reserve leases tasks of a topic that are ready or due to one instance. The first 500 due tasks become ready first, but not if no task is ready: then
-- they are leased straight from {G}:WAITING:T.
-- The details and attempts of tasks are read before the tasks are leased. Tasks enter their new places before they leave the old ones.
-- All tasks of a reserve have one delivery number, which is higher than all earlier numbers of the group and at least the clock's microseconds.
-- So no two deliveries of an id have the same number, not even if the store has lost its last writes, or the id was added again.
-- Among the tasks that were read each priority has its turns, so no priority starves, and within a priority the oldest task comes first.

-- The sorted sets of ready tasks by level. Here levels are the indexes of Lua's tables: 1 normal, 2 high, 3 low; the level in a score is one less.
local ready = { consuming, consuming_high, consuming_low }

-- Plans from which levels tasks are taken, "count" tasks in all; "there" has by level how many tasks there are. Returns by level how many tasks to take,
-- and a list of turns: the level of the first task to take, of the second, and so on; no list if all tasks are of normal priority. Of 16 turns one is the
-- low level's, three are the normal level's, and twelve the high level's; a level without further tasks leaves its turn to the highest level that has
-- some. "given" is how many turns the group has had so far. The multiples of the golden ratio, counted on from "given", spread the turns evenly
-- over the levels, also over those turns that one of several topics gets.
local function plan_turns(there, count, given)
  local take, turns = { 0, 0, 0 }, {}
  if there[2] == 0 and there[3] == 0 then
    take[1] = count
    return take, nil
  end
  for i = 1, count do
    local turn = (given + i) * 0.6180339887498949 % 1
    local level = turn < 1 / 16 and 3 or turn < 4 / 16 and 1 or 2
    if take[level] == there[level] then
      level = take[2] < there[2] and 2 or take[1] < there[1] and 1 or 3
    end
    turns[i], take[level] = level, take[level] + 1
  end
  return take, turns
end

-- Reads the first due tasks of the topic, at most 500. Returns by level a list in which the score of a task is followed by the id; and how many tasks
-- were read.
local function read_due(now)
  local due, count = { {}, {}, {} }, 0
  local range = redis.call('ZRANGEBYSCORE', waiting, '-inf', string.format('(%.0f', now + 1), 'WITHSCORES', 'LIMIT', 0, 500)
  for at = 1, #range, 2 do
    local tasks = due[math.floor(range[at + 1] % 1 * 4) + 1]
    local last = #tasks
    tasks[last + 1], tasks[last + 2] = range[at + 1], range[at]
    count = count + 1
  end
  return due, count
end

-- Takes the due tasks that were read, "count" in all, out of {G}:WAITING:T, and makes them ready. But of each level the first tasks, "taken" in number,
-- are leased or dropped already and do not become ready.
local function make_due_ready(due, count, taken)
  for level = 1, 3 do
    if #due[level] > 2 * taken[level] then
      redis.call('ZADD', ready[level], unpack(due[level], 2 * taken[level] + 1))
    end
  end
  redis.call('ZREMRANGEBYRANK', waiting, 0, count - 1)
end

-- Returns the ids and the scores of the tasks to lease, "count" in all, in the order of the turns: due tasks if "due" is given, else ready tasks, which
-- are read here.
local function choose(take, turns, count, due)
  local ids, scores, ranges, reached = {}, {}, due or {}, { 0, 0, 0 }
  for level = 1, due and 0 or 3 do
    ranges[level] = take[level] > 0 and redis.call('ZRANGE', ready[level], 0, take[level] - 1, 'WITHSCORES')
  end
  for i = 1, count do
    local level = turns and turns[i] or 1
    local at = reached[level]
    local first, second = ranges[level][at + 1], ranges[level][at + 2]
    ids[i], scores[i] = due and second or first, due and first or second
    reached[level] = at + 2
  end
  return ids, scores
end

-- Returns by id how many attempts have begun, and behind a colon when the task was requeued if it was, only of tasks with a history.
local function count_attempts(ids, scores)
  local old, begun, requeued = {}, {}, {}
  for i, id in ipairs(ids) do
    if has_history(scores[i]) then
      old[#old + 1] = id
    end
  end
  if #old > 0 then
    for i, record in ipairs(redis.call('HMGET', deliveries, unpack(old))) do
      local _, attempts, _, _, more = parse_delivery(record)
      begun[old[i]], requeued[old[i]] = tonumber(attempts) or 0, string.match(more, '^:%d+')
    end
  end
  return begun, requeued
end

-- Writes the leases and the deliveries of tasks, and adds the tasks to the reply: those of high priority first, then normal, then low. A task without a
-- detail is dropped. Returns by level how many tasks were leased or dropped.
local function write_leases(reply, number, instance, ends, ids, scores, details, begun, requeued, turns)
  local format = string.format
  local deadline, first = format('%.0f', ends), first_delivery(number, instance)
  local leases, records, taken, pair, filled = {}, {}, { 0, 0, 0 }, 0, #reply
  for _, level in ipairs(turns and { 2, 1, 3 } or { 1 }) do
    for i, id in ipairs(ids) do
      local text = details[i]
      if not turns or turns[i] == level then
        taken[level] = taken[level] + 1
        if text then
          local attempt, record = '1', first
          if begun[id] then
            local since = requeued[id] or ''
            attempt = format('%.0f', begun[id] + 1)
            record = number .. ':' .. attempt .. ':' .. instance .. ':' .. scores[i] .. since
            attempt = attempt .. since
          end
          local fraction = scores[i] % 1
          leases[pair + 1], leases[pair + 2] = fraction == 0 and deadline or ends + fraction, id
          records[pair + 1], records[pair + 2] = id, record
          pair = pair + 2
          reply[filled + 1], reply[filled + 2], reply[filled + 3] = id, number, attempt
          reply[filled + 4], reply[filled + 5] = scores[i], text
          filled = filled + 5
        end
      end
    end
  end
  if pair > 0 then
    redis.call('ZADD', reserved, unpack(leases))
    redis.call('HSET', deliveries, unpack(records))
  end
  return taken
end

-- Leases tasks of a topic to an instance. "micros" is the time, "lease" the length in milliseconds, "limit" how many tasks at most; of large tasks fewer,
-- as many as read_within reads, which are the tasks of the first turns. "is_free": the topic is known to have no rule.
--
-- Returns what the script "reserve" does, and how many due tasks were taken out of {G}:WAITING:T ("moved"). If no task was ready ("straight"), the chosen
-- due tasks go straight to their lease, and the others that were read become ready. Otherwise all that were read become ready before tasks are chosen. Returns
-- also from when on more of the ready tasks may be leased if the rule of the topic allows no more now, in milliseconds; else math.huge.
--
-- {G}:SEQUENCE has the number of the group's last delivery ("last"), and behind a colon how many turns were given ("given").
local function lease_tasks(micros, topic, instance, lease, limit, is_free)
  local now = math.floor(micros / 1000)
  local total, there, due, moved = 0, {}, nil, 0
  local text, rule, allowed, time = not is_free and redis.call('HGET', rules, topic), nil, math.huge, math.huge
  local plan, count_leases
  -- A rule that is an order of keys alone forbids nothing.
  local ordered = tonumber(string.match(text or '', '^(%d+)|%d+|%a|||$'))
  if ordered and ordered <= now then
    rule = nil
  elseif text then
    --#include rules
    plan = new_plan(micros)
    rule = keep_rule(plan, topic, text)
    if rule then
      allowed, time = allowance(plan, topic)
      limit, count_leases = math.min(limit, allowed), charge
    end
  end
  local is_limited = rule and rule.limits ~= '' and 1 or 0
  for level = 1, 3 do
    there[level] = redis.call('ZCARD', ready[level])
    total = total + there[level]
  end
  -- A push settles who has the places of keys, and leaves the time at which enough tasks for a batch are ready.
  if allowed >= 1 and not ordered and not (rule and (rule.places or rule.least)) then
    due, moved = read_due(now)
  end
  local straight = total == 0
  if moved > 0 then
    for level = 1, 3 do
      there[level] = there[level] + #due[level] / 2
    end
    total = total + moved
    if not straight then
      force_oom_safe_write(topics)
      make_due_ready(due, moved, { 0, 0, 0 })
    end
  end
  if total == 0 or allowed < 1 then
    force_oom_safe_write(topics)
    redis.call('DEL', signal)
    return { 0, now, is_limited }, 0, total > 0 and time or math.huge
  end

  -- A signal of a foreign type carries no task: it is removed, and replaced if tasks are left.
  local tokens = read_topic_key('LLEN', signal)
  local last, given = string.match(redis.call('GET', sequence) or '', '^(%d+):(%d+)$')
  last, given = tonumber(last) or 0, tonumber(given) or 0
  local take, turns = plan_turns(there, math.min(limit, total), given)
  local ids, scores = choose(take, turns, math.min(limit, total), straight and due)
  local details
  details, ids = read_within(detail, ids)
  local left, begun, requeued = total - #ids, count_attempts(ids, scores)
  if moved == 500 then
    -- More tasks may be due. Tasks that are leased straight are still in {G}:WAITING:T here.
    left = left + redis.call('ZCOUNT', waiting, '-inf', string.format('(%.0f', now + 1)) - (straight and moved or 0)
  end

  local number = string.format('%.0f', math.max(last + 1, micros))
  force_oom_safe_write(topics)
  redis.call('ZADD', topics, 'LT', string.format('%.0f', now + lease), topic)
  redis.call('SET', sequence, string.format('%s:%.0f', number, given + #ids))
  local reply = { left, now, is_limited }
  local taken = write_leases(reply, number, instance, now + lease, ids, scores, details, begun, requeued, turns)
  if straight then
    make_due_ready(due, moved, taken)
  else
    for level = 1, 3 do
      if taken[level] > 0 then
        redis.call('ZREMRANGEBYRANK', ready[level], 0, taken[level] - 1)
      end
    end
  end
  if rule then
    allowed, time = count_leases(plan, topic, (#reply - 3) / 5, number)
    reply[1] = allowed >= 1 and left or 0
  end
  if total == #ids or allowed < 1 or not tokens then
    redis.call('DEL', signal)
  end
  if total > #ids and allowed >= 1 and (tokens or 0) == 0 then
    redis.call('RPUSH', signal, '1')
  end
  return reply, moved, total > #ids and allowed < 1 and time or math.huge
end
