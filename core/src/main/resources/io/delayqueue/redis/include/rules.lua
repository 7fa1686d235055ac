--#include base
--#include detail
--#include plan
--#include topic_keys
--#keys topics rules never

-- What rules with limits allow. Redis creates functions at each call, so scripts that mostly meet no rule include this file where they have met one.

-- The rule of a topic, which is read once a script; false if it forbids nothing.
local function rule_of(plan, topic)
  if plan.rules[topic] == nil then
    read_rules(plan, { topic })
  end
  return plan.rules[topic]
end

-- A limit with its spent tokens, which is read once a script; false if it is missing. "held" is how many leases of its topics are left without those that the
-- script ends ("ending"); they are counted for a concurrency alone. "filling" is how much of the bucket ("most") is filled, in microseconds of the rate:
-- five milliseconds more than the burst make up for the time until a sleeping instance leases tasks. "turns" are the places of the topics behind
-- the one that was served last. "newest" is the delivery number of the last lease.
local function limit_of(plan, name)
  if plan.limits[name] ~= nil then
    return plan.limits[name]
  end
  local text, spent = unpack(redis.call('HMGET', rules, '%' .. name, '~' .. name))
  local ends, concurrency, tasks, unit, burst, names = string.match(text or '', '^(%d+)|(%d*)|(%d*)/?(%a?)|(%d*)|(.*)$')
  local tat, last, newest = string.match(spent or '', '^(%d+)|([^|]*)|?(%d*)$')
  local limit = { name = name, ends = tonumber(ends), topics = {}, turns = {}, held = 0, ending = 0, concurrency = tonumber(concurrency) or math.huge }
  plan.limits[name] = ends and limit or false
  if not ends then
    return false
  end
  limit.burst = tonumber(burst) or 0
  limit.interval = tasks == '' and 0 or (unit == 'h' and 3600000000 or unit == 'm' and 60000000 or 1000000) / tasks
  limit.most, limit.tat, limit.last, limit.newest = limit.burst * limit.interval + 5000, tonumber(tat) or 0, last or '', newest or ''
  -- No lease spends more than the bucket, so the clock was set back. Without a change the bucket is empty until the clock has caught up.
  limit.is_changed = limit.interval > 0 and limit.tat > plan.micros + limit.most
  limit.filling = limit.interval == 0 and math.huge or math.max(0, math.min(limit.most, plan.micros + limit.most - limit.tat))
  names = ',' .. names .. ','
  local _, from = string.find(names, ',' .. (last or '') .. ',', 1, true)
  for topic in string.gmatch(string.sub(names, from or 1) .. string.sub(names, 1, from or 1), '[^,]+') do
    limit.turns[topic] = #limit.topics
    append(limit.topics, topic)
    if concurrency ~= '' then
      limit.ending = limit.ending + (plan.ended[topic] or 0)
      limit.held = limit.held + (read_topic_key('ZCARD', topic_key('RESERVED', topic)) or 0) - (plan.ended[topic] or 0)
    end
  end
  return limit
end

-- The limits of a topic, but for missing ones.
local function limits_of(plan, topic)
  local rule, limits = rule_of(plan, topic), {}
  for name in string.gmatch(rule and rule.limits or '', '[^,]+') do
    limits[#limits + 1] = limit_of(plan, name) or nil
  end
  return limits
end

-- How many tasks of a topic with a rule may be leased now; and if none, from when on in milliseconds, math.huge if time alone allows no lease: the end
-- of a lease then leaves a signal. Of the topics that wait for one time each has its own millisecond, in the order of their turns.
local function allowance(plan, topic)
  local rule, allowed, time = plan.rules[topic], math.huge, 0
  if rule.ends > plan.now then
    allowed, time = 0, rule.ends < PAUSED_UNTIL and rule.ends or math.huge
  end
  for _, limit in ipairs(limits_of(plan, topic)) do
    local turn, tokens = limit.turns[topic] or 0, math.floor(limit.filling / limit.interval)
    if limit.ends > plan.now then
      allowed, time = 0, math.max(time, limit.ends + turn)
    end
    if limit.held >= limit.concurrency then
      time = math.huge
    end
    if tokens < 1 then
      -- As many tokens at once as pay for a wake-up: those of 10 ms.
      local wanted = math.min(limit.burst, math.max(rule.least or 1, math.floor(10000 / limit.interval)))
      time = math.max(time, math.ceil((plan.micros + wanted * limit.interval - limit.filling) / 1000) + turn)
    end
    allowed = math.min(allowed, limit.concurrency - limit.held, tokens, limit.interval > 0 and limit.burst or math.huge)
  end
  if rule.least and rule.ends <= plan.now then
    -- With the tasks that the plan makes ready.
    local ready, oldest, planned = 0, math.huge, plan.topics[topic]
    for level, key in ipairs({ ready_keys(topic) }) do
      local set = planned and planned.sets[level - 1] or {}
      ready = ready + redis.call('ZCARD', key) + #set / 2
      oldest = math.min(oldest, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]) or math.huge)
      for at = 1, #set, 2 do
        oldest = math.min(oldest, tonumber(set[at]))
      end
    end
    local ends = math.floor(oldest) + rule.wait
    if (ready < rule.least or allowed < rule.least) and ends > plan.now then
      time = ready < rule.least and math.max(time, ends) or time > 0 and math.min(time, ends) or ends
      allowed = 0
    end
  end
  return allowed, time
end

-- Writes the spent tokens of a limit, its last topic, and its newest lease.
local function write_spent(plan, limit)
  local tat = limit.interval > 0 and math.ceil(plan.micros + limit.most - limit.filling) or limit.tat
  redis.call('HSET', rules, '~' .. limit.name, string.format('%.0f|%s|%s', tat, limit.last, limit.newest))
end

-- Counts leased tasks of a topic with a rule, and takes tokens for them. The topic has the last turn then. Returns the allowance that is left.
local function charge(plan, topic, count, number)
  for _, limit in ipairs(limits_of(plan, topic)) do
    limit.held, limit.filling, limit.turns[topic] = limit.held + count, limit.filling - count * limit.interval, #limit.topics - 1
    limit.last, limit.newest = topic, number
    if limit.interval > 0 or #limit.topics > 1 then
      write_spent(plan, limit)
    end
  end
  return allowance(plan, topic)
end

-- Gives back the token of a task that was too late to begin. Only of the newest lease of a limit, because later leases were allowed by how full the bucket
-- was: if it was full meanwhile, this token is back already.
local function give_back(plan, topic, number)
  for _, limit in ipairs(limits_of(plan, topic)) do
    if limit.interval > 0 and limit.newest == number then
      limit.filling, limit.is_changed = math.min(limit.most, limit.filling + limit.interval), true
    end
  end
end
