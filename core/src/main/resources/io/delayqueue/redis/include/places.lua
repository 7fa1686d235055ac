--#include base
--#include bounds
--#include detail
--#include line
--#include states
--#include topic_keys
--#keys topics never

-- Finds tasks by their details. Returns for each: nothing if the detail is missing or names no topic; else its topic and the first
-- place that is found: the state, the sorted set ("key") and the score there; no key if there is none. With "all" instead of the place
-- all "places", what is furthest on first.
local function locate(ids, details, all)
  local tasks, by_topic = {}, {}
  for i = 1, #ids do
    local topic = details[i] and topic_of(details[i])
    if topic and (topic ~= '' or not all) then
      tasks[i] = { topic = topic, state = READY, places = all and {} }
      by_topic[topic] = by_topic[topic] or {}
      table.insert(by_topic[topic], i)
    end
  end

  -- Searches one sorted set for some of them; returns those to search for in the next. "names" are the members of the set, if these are not the ids.
  local function search(wanted, key, state, rank, names)
    local members, missing = names or {}, {}
    for n, i in ipairs(names and {} or wanted) do
      members[n] = ids[i]
    end
    local scores = read_in_parts(read_topic_key, 'ZMSCORE', key, members)
    for n, i in ipairs(wanted) do
      if all and scores[n] then
        table.insert(tasks[i].places, { state = state, key = key, rank = rank, member = names and names[n] })
      elseif scores[n] then
        local task = tasks[i]
        task.state, task.key, task.score = state, key, names and score_of_member(names[n]) or tonumber(scores[n])
        task.member = names and names[n]
      end
      missing[#missing + 1] = (all or not scores[n]) and i or nil
    end
    return missing
  end

  for topic, wanted in pairs(by_topic) do
    local normal, high, low = ready_keys(topic)
    wanted = search(wanted, topic_key('WAITING', topic), DELAYED, 5)
    wanted = search(wanted, topic_key('RESERVED', topic), RESERVED, 1)
    wanted = search(wanted, normal, READY, 3)
    wanted = search(wanted, high, READY, 2)
    wanted = search(wanted, low, READY, 4)
    wanted = search(wanted, topic_key('DEAD', topic), DEAD, 6)
    local keyed, names = {}, {}
    for _, i in ipairs(wanted) do
      local due, key = due_and_key(details[i])
      for eighths = 0, key and 7 or -1 do
        append(names, member_of(key, string.format('%015d', due), ids[i], eighths / 8))
        append(keyed, i)
      end
    end
    if #keyed > 0 then
      search(keyed, topic_key('BEHIND', topic), READY, 4, names)
    end
  end
  for _, task in pairs(all and tasks or {}) do
    table.sort(task.places, function(a, b)
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

-- Finds one task. Returns the detail and the place; no place if the task is in no sorted set.
local function locate_one(id)
  local text = redis.call('HGET', detail, id)
  local place = text and locate({ id }, { text })[1]
  return text, place and place.key and place
end
