--#include base
--#include bounds
--#include detail
--#include line
--#include states
--#include topic_keys
--#keys topics never

-- Finds tasks by their details. Returns for each: nothing if the detail is missing or names no topic; else its topic
-- and the first location that is found: the state, the sorted set ("key"), the score there, and the member if the task
-- is behind; no key if there is none. With "all" it also has all "locations", what is furthest on first, and the
-- numbers of their "states" as one text.
local function locate(ids, details, all)
  local tasks, by_topic = {}, {}
  for i = 1, #ids do
    local topic = details[i] and topic_of(details[i])
    if topic then
      tasks[i] = { topic = topic, state = READY, locations = {}, states = '' }
      append_to(by_topic, topic, i)
    end
  end

  local function found(task, key, state, score, member)
    local location = task.key and {} or task
    location.key, location.state, location.score, location.member = key, state, tonumber(score), member
    append(task.locations, location)
    task.states = task.states .. state
  end

  -- Searches one sorted set for some of them; returns those to search for in the next.
  local function search(wanted, key, state)
    local members, missing = {}, {}
    for n, i in ipairs(wanted) do
      members[n] = ids[i]
    end
    local scores = read_in_parts(read_topic_key, 'ZMSCORE', key, members)
    for n, i in ipairs(wanted) do
      if scores[n] then
        found(tasks[i], key, state, scores[n])
      end
      missing[#missing + 1] = (all or not scores[n]) and i or nil
    end
    return missing
  end

  for topic, wanted in pairs(by_topic) do
    local waiting, behind = topic_key('WAITING', topic), topic_key('BEHIND', topic)
    local normal, high, low = ready_keys(topic)
    -- Most of the tasks that calls name are delayed.
    wanted = all and wanted or search(wanted, waiting, DELAYED)
    wanted = search(wanted, topic_key('RESERVED', topic), RESERVED)
    wanted = search(wanted, high, READY)
    wanted = search(wanted, normal, READY)
    wanted = search(wanted, low, READY)
    for _, i in ipairs(wanted) do
      local due, key = due_and_key(details[i])
      local member = key and find_member(behind, key, due, ids[i])
      if member then
        found(tasks[i], behind, READY, score_of_member(member), member)
      end
    end
    wanted = all and search(wanted, waiting, DELAYED) or wanted
    search(wanted, topic_key('DEAD', topic), DEAD)
  end
  return tasks
end

-- Finds one task. Returns the detail and the location; no location if the task is in no sorted set.
local function locate_one(id)
  local text = rcall('HGET', detail, id)
  local location = text and locate({ id }, { text })[1]
  return text, location and location.key and location
end
