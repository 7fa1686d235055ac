--#include base
--#include bounds
--#include names
--#include topic_keys
--#keys waiting reserved

-- The states by the numbers that callers know.
local READY, DELAYED, RESERVED, DEAD = 0, 1, 2, 3

-- Finds tasks by their details. Returns for each: nothing if the detail is missing or names no topic; else its topic and the first
-- place that is found: the state, the sorted set ("key"), the member and the score there; no key if there is none. With "all"
-- instead of the place all "places", what is furthest on first.
local function locate(ids, details, all)
  local tasks, left = {}, {}
  for i = 1, #ids do
    local topic = details[i] and topic_of(details[i])
    if topic and (topic ~= '' or not all) then
      tasks[i] = { topic = topic, state = READY, places = all and {} }
      left[#left + 1] = i
    end
  end

  -- Searches one sorted set for some of them; returns those to search for in the next.
  local function search(wanted, key, state, rank)
    if #wanted == 0 then
      return wanted
    end
    local shared = state == DELAYED or state == RESERVED
    local members, missing = {}, {}
    for n, i in ipairs(wanted) do
      members[n] = shared and tasks[i].topic .. ':' .. ids[i] or ids[i]
    end
    local scores = read_in_parts(shared and not all and redis.call or read_topic_key, 'ZMSCORE', key, members)
    for n, i in ipairs(wanted) do
      if all and scores[n] then
        table.insert(tasks[i].places, { state = state, key = key, member = members[n], rank = rank })
      elseif scores[n] then
        local task = tasks[i]
        task.state, task.key, task.member, task.score = state, key, members[n], tonumber(scores[n])
      end
      if all or not scores[n] then
        missing[#missing + 1] = i
      end
    end
    return missing
  end

  left = search(left, waiting, DELAYED, 5)
  left = search(left, reserved, RESERVED, 1)
  local topics = {}
  for _, i in ipairs(left) do
    local topic = tasks[i].topic
    topics[topic] = topics[topic] or {}
    table.insert(topics[topic], i)
  end
  for topic, wanted in pairs(topics) do
    local normal, high, low = ready_keys(topic)
    wanted = search(wanted, normal, READY, 3)
    wanted = search(wanted, high, READY, 2)
    wanted = search(wanted, low, READY, 4)
    search(wanted, dead_key(topic), DEAD, 6)
  end
  for _, i in ipairs(all and left or {}) do
    table.sort(tasks[i].places, function(a, b)
      return a.rank < b.rank
    end)
  end
  return tasks
end

-- The states' numbers in one string.
local function states_of(task)
  local states = {}
  for i, place in ipairs(task.places) do
    states[i] = place.state
  end
  return table.concat(states)
end
