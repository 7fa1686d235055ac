--#include inparts
--#include topickey
--#include topickeys
--#include topicof
--#keys waiting reserved

-- All places of tasks, by their details. Returns for each: the topic, or nil if the detail is no task's; and the places, what
-- is furthest on first, each with a number for the state (0 ready, 1 delayed, 2 reserved, 3 dead), the sorted set and the
-- member there.
local function places(ids, details)
  local found, topics = {}, {}
  for i = 1, #ids do
    local topic = topicof(details[i])
    found[i] = { topic = topic ~= '' and topic or nil, at = {} }
    if found[i].topic then
      topics[topic] = topics[topic] or {}
      table.insert(topics[topic], i)
    end
  end
  for topic, numbers in pairs(topics) do
    local normal, high, low = ready_keys(topic)
    for _, set in ipairs({
      { 2, reserved, topic .. ':' },
      { 0, high, '' },
      { 0, normal, '' },
      { 0, low, '' },
      { 1, waiting, topic .. ':' },
      { 3, dead_key(topic), '' },
    }) do
      local members = {}
      for n, i in ipairs(numbers) do
        members[n] = set[3] .. ids[i]
      end
      local scores = topickey('ZCARD', set[2]) and inparts('ZMSCORE', set[2], members) or {}
      for n, i in ipairs(numbers) do
        if scores[n] then
          table.insert(found[i].at, { state = set[1], key = set[2], member = members[n] })
        end
      end
    end
  end
  return found
end

-- The states' numbers in one string.
local function statesof(task)
  local states = {}
  for i, place in ipairs(task.at) do
    states[i] = place.state
  end
  return table.concat(states)
end
