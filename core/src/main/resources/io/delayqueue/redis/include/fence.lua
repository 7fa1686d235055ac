--#include base
--#include delivery
--#include priority
--#include topic_keys
--#keys topics deliveries

-- Sorts deliveries into current and stale ones: of a current one {G}:DELIVERIES holds the number and the instance. Those of a topic whose
-- leases another program has overwritten are stale, and do not refuse the call for other topics. ARGV, from
-- "first", names one in every "step" values: topic, id, number, instance.
-- Returns the current ones as topics, ids, what {G}:DELIVERIES holds, the scores of their leases, and positions in ARGV, and "topic" if it is the same of all; and the reply: how many there are, and the 1-based indexes of the stale.
local function fence(first, step)
  local args = ARGV
  local topic, count = args[first], 0
  local ids, indexes, several = {}, {}, false
  for at = first, #args, step do
    count = count + 1
    ids[count] = args[at + 1]
    several = several or args[at] ~= topic
  end
  local current = { topic = not several and topic, topics = {}, ids = {}, records = {}, leases = {}, at = {} }
  local reply = { count }
  if count == 0 then
    return current, reply
  end
  local leases = {}
  if several then
    for i = 1, count do
      local name = args[first + (i - 1) * step]
      indexes[name] = indexes[name] or {}
      table.insert(indexes[name], i)
    end
    for name, some in pairs(indexes) do
      local members = {}
      for n, i in ipairs(some) do
        members[n] = ids[i]
      end
      for n, lease in ipairs(read_topic_key('ZMSCORE', reserved_key(name), unpack(members)) or {}) do
        leases[some[n]] = lease
      end
    end
  else
    leases = read_topic_key('ZMSCORE', reserved_key(topic), unpack(ids)) or {}
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

-- Leaves all but the first current deliveries to another call. Returns the reply for what is before them; "first" and "step" are
-- those of the fence.
local function only_first(current, reply, count, first, step)
  if count == #current.ids then
    return reply
  end
  local seen = (current.at[count + 1] - first) / step
  local result = { seen }
  for i = 2, #reply do
    if reply[i] <= seen then
      result[#result + 1] = reply[i]
    end
  end
  for _, name in ipairs({ 'topics', 'ids', 'records', 'leases', 'at' }) do
    current[name] = { unpack(current[name], 1, count) }
  end
  return result
end

-- Calls a function for each topic of the current deliveries, with the topic and what "value" returns of its deliveries by their index.
local function for_each_topic(current, value, call)
  local lists = {}
  for i, topic in ipairs(current.topics) do
    local list = lists[topic]
    if not list then
      list = {}
      lists[topic] = list
    end
    value(list, i)
  end
  for topic, list in pairs(lists) do
    call(topic, list)
  end
end

-- The ids of the current deliveries whose tasks have a history.
local function with_histories(current)
  local ids = {}
  for i, lease in ipairs(current.leases) do
    if has_history(lease) then
      ids[#ids + 1] = current.ids[i]
    end
  end
  return ids
end

-- Ends the leases of the current deliveries.
local function remove_leases(current)
  if current.topic then
    redis.call('ZREM', reserved_key(current.topic), unpack(current.ids))
    return
  end
  for_each_topic(current, function(list, i)
    list[#list + 1] = current.ids[i]
  end, function(topic, list)
    redis.call('ZREM', reserved_key(topic), unpack(list))
  end)
end
