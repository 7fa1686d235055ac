--#keys never

-- Names of the keys of topics. While a cluster moves their slot such a key, which no caller can declare, may be on the other node, where a
-- read finds nothing and a write makes a second one. So every script that makes names declares {G}:NEVER, a key that never exists: as
-- long as the slot moves, the nodes answer that not all keys are in one place. An add may do without; see its header.
local prefix = never and string.sub(never, 1, -6)

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
