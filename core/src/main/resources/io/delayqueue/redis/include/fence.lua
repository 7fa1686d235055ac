--#include base
--#include delivery
--#include topic_keys
--#keys topics deliveries

-- Sorts deliveries into current and stale ones: of a current one {G}:DELIVERIES has the number and the instance, and its topic has a lease of the task.
-- Those of a topic whose leases another program has overwritten are stale, and do not refuse the call for other topics. ARGV, from "first" on, names one
-- in every "step" values: topic, id, number, instance. Those from the position "to" on, if there is one, are left to another call.
--
-- Returns the current ones by their index: topics, ids, what {G}:DELIVERIES has ("records"), the scores of their leases, and positions in ARGV ("at");
-- "topic" if the topic is the same of all; and each topic once ("names"). And the reply: how many deliveries were seen to, and the 1-based indexes of the stale.
local function fence(first, step, to)
  local args = ARGV
  local topic, count = args[first], 0
  local ids, several = {}, false
  for at = first, (to or #args + 1) - 1, step do
    count = count + 1
    ids[count] = args[at + 1]
    several = several or args[at] ~= topic
  end
  local current = { topic = not several and topic, names = { not several and topic or nil }, topics = {}, ids = {}, records = {}, leases = {}, at = {} }
  local reply = { count }
  local leases
  if several then
    leases = {}
    local indexes = {}
    for i = 1, count do
      local name = args[first + (i - 1) * step]
      append_to(indexes, name, i)
    end
    for name, some in pairs(indexes) do
      current.names[#current.names + 1] = name
      local members = {}
      for n, i in ipairs(some) do
        members[n] = ids[i]
      end
      for n, lease in ipairs(read_topic_key('ZMSCORE', topic_key('RESERVED', name), unpack(members)) or {}) do
        leases[some[n]] = lease
      end
    end
  else
    leases = read_topic_key('ZMSCORE', topic_key('RESERVED', topic), unpack(ids)) or {}
  end
  local topics_of, current_ids, current_records, current_leases, positions, n =
    current.topics, current.ids, current.records, current.leases, current.at, 0
  local number, instance, first_of_number
  local records = redis.call('HMGET', deliveries, unpack(ids))
  for i = 1, count do
    local at = first + (i - 1) * step
    if args[at + 2] ~= number or args[at + 3] ~= instance then
      number, instance = args[at + 2], args[at + 3]
      first_of_number = first_delivery(number, instance)
    end
    local is_current = records[i] == first_of_number
    if not is_current then
      local newest, _, owner = parse_delivery(records[i])
      is_current = newest == number and owner == instance
    end
    if leases[i] and is_current then
      n = n + 1
      topics_of[n], current_ids[n], current_records[n] = args[at], ids[i], records[i]
      current_leases[n], positions[n] = leases[i], at
    else
      reply[#reply + 1] = i
    end
  end
  return current, reply
end

-- Ends the leases of the current deliveries.
local function remove_leases(current)
  if current.topic then
    redis.call('ZREM', topic_key('RESERVED', current.topic), unpack(current.ids))
    return
  end
  local leases = {}
  for i, topic in ipairs(current.topics) do
    append_to(leases, topic_key('RESERVED', topic), current.ids[i])
  end
  call_each('ZREM', leases)
end
