-- Sorts tasks that are to become ready, each { topic, id, score }, by the sorted sets they go to, and looks at those.
--
-- The topics are not known before the script runs, so their keys are not declared; while a cluster moves their slot a
-- command on one that is gone, or not there yet, raises an error, and what a script has written before an error stays
-- written. Looking first, the error comes while nothing is lost.
local function planready(prefix, paused, tasks)
  local plan = { entries = {}, signals = {} }
  local seen = {}
  for _, task in ipairs(tasks) do
    local topic, key = task[1], consuming(prefix, task[1], task[3])
    if not plan.entries[key] then
      redis.call('ZCARD', key)
      plan.entries[key] = {}
    end
    if not seen[topic] then
      seen[topic] = true
      local signal = prefix .. 'SIGNAL:' .. topic
      local signalled = redis.call('LLEN', signal) > 0
      if redis.call('SISMEMBER', paused, topic) == 0 and not signalled then
        plan.signals[#plan.signals + 1] = signal
      end
    end
    table.insert(plan.entries[key], task[3])
    table.insert(plan.entries[key], task[2])
  end
  return plan
end

-- Makes them ready, and leaves each topic's one token, "there is work", unless it is there already or the topic is paused.
local function makeready(plan)
  for key, entries in pairs(plan.entries) do
    redis.call('ZADD', key, unpack(entries))
  end
  for _, signal in ipairs(plan.signals) do
    redis.call('RPUSH', signal, '1')
  end
end
