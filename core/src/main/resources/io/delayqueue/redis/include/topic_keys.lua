--#keys topics

-- Names of the keys of topics. While a cluster moves their slot, a key that the caller does not declare may be on the other node, where a
-- read finds nothing and a write makes a second one. So a script declares the keys that it names: those of the topics of its call, or,
-- where it cannot know the topics, {G}:NEVER, a key that never exists: as long as the slot moves, the nodes answer that not all keys are in
-- one place.
local prefix = string.sub(topics, 1, -7)

local function waiting_key(topic)
  return prefix .. 'WAITING:' .. topic
end

local function reserved_key(topic)
  return prefix .. 'RESERVED:' .. topic
end

-- The sorted set in which a task with this score is ready.
local function ready_key(topic, score)
  local level = math.floor(score % 1 * 4)
  return prefix .. 'CONSUMING:' .. topic .. (level == 1 and ':HIGH' or level == 2 and ':LOW' or '')
end

-- The sorted sets in which tasks of a topic are ready: of normal, high and low priority.
local function ready_keys(topic)
  local ready = prefix .. 'CONSUMING:' .. topic
  return ready, ready .. ':HIGH', ready .. ':LOW'
end

local function dead_key(topic)
  return prefix .. 'DEAD:' .. topic
end

local function signal_key(topic)
  return prefix .. 'SIGNAL:' .. topic
end
