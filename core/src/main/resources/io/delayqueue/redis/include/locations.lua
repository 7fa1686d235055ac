--#include base
--#include bounds
--#include detail
--#include line
--#include states
--#include topic_keys
--#keys topics never

-- Finds tasks by their details. Returns for each: nothing if the detail is missing or names no topic; else what
-- parse_detail returns, and the first location that is found: the state, the sorted set ("key"), the score there, and
-- the member if the task is behind; no key if there is none. With "all" it also has the members of the "others" by
-- their keys, and the numbers of all "states" as one text, what is furthest on first.
local function locate(ids, details, all)
  local tasks, by_topic = {}, {}
  for i = 1, #ids do
    local topic, due, task_key, tags = parse_detail(details[i])
    if topic then
      local task = { topic = topic, due = due, task_key = task_key, tags = tags, state = READY }
      if all then
        task.others, task.states = {}, ''
      end
      tasks[i] = task
      append_to(by_topic, topic, i)
    end
  end

  local function found(i, key, state, score, member)
    local task = tasks[i]
    if task.key then
      append_to(task.others, key, member or ids[i])
    else
      task.key, task.state, task.score, task.member = key, state, tonumber(score), member
    end
    if all then
      task.states = task.states .. state
    end
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
        found(i, key, state, scores[n])
      end
      missing[#missing + 1] = (all or not scores[n]) and i or nil
    end
    return missing
  end

  for topic, wanted in pairs(by_topic) do
    local waiting = topic_key('WAITING', topic)
    -- Most of the tasks that calls name are delayed.
    wanted = all and wanted or search(wanted, waiting, DELAYED)
    if #wanted > 0 then
      local normal, high, low = ready_keys(topic)
      local behind = topic_key('BEHIND', topic)
      wanted = search(wanted, topic_key('RESERVED', topic), RESERVED)
      wanted = search(wanted, high, READY)
      wanted = search(wanted, normal, READY)
      wanted = search(wanted, low, READY)
      for _, i in ipairs(wanted) do
        local task_key = tasks[i].task_key
        local member = task_key and find_member(behind, task_key, tasks[i].due, ids[i])
        if member then
          found(i, behind, READY, score_of_member(member), member)
        end
      end
      wanted = all and search(wanted, waiting, DELAYED) or wanted
      search(wanted, topic_key('DEAD', topic), DEAD)
    end
  end
  return tasks
end

-- Finds one task. Returns the detail and the location; no location if the task is in no sorted set.
local function locate_one(id)
  local text = rcall('HGET', detail, id)
  local location = text and locate({ id }, { text })[1]
  return text, location and location.key and location
end
