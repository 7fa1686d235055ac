-- Checks a part of the entries of one key of a group.
--
--#keys detail topics deliveries errors never keys...
-- "keys" is the one key: {G}:DETAIL, {G}:DELIVERIES, {G}:ERRORS, {G}:REPEATS, {G}:KEYS:T, or a sorted set of tasks of a topic
-- ARGV[1] ARGV[2] where to go on, as the call before has returned it, or "" and ""
-- ARGV[3] about how many entries to check, of large ones fewer
-- ARGV[4] what is wrong with an entry without a task
-- ARGV[5] the topic of the sorted set, or ""
-- ARGV[6] by how many milliseconds the agenda may be late for the sorted set, or "" if the agenda is not for it
--
-- Returns where to go on: the cursor of a hash, or the score and the member of a sorted set; "" and "" at the end. How many entries were checked.
-- The topics of tasks, each followed by their number. What is wrong, four values each: its name, the topic that the task has or "", or the member of
-- an entry of {G}:BEHIND:T without a task; the id or the key, the states' numbers of the task as "find" returns them, what is furthest on first.

--#include base
--#include bounds
--#include delivery
--#include holders
--#include line
--#include page
--#include places
--#include scan

local key, limit, topic = keys[1], tonumber(ARGV[3]), ARGV[5]
local flaws, counts, listed = {}, {}, {}

-- Checks that tasks are in one state each, and counts them.
local function check_tasks(ids, details)
  local records = read_in_parts(redis.call, 'HMGET', deliveries, ids)
  local tasks = locate(ids, details, true)
  for i, id in ipairs(ids) do
    local task = tasks[i]
    if not task then
      append(flaws, 'TASK_UNREADABLE', '', id, '')
    else
      local places = task.places
      counts[task.topic] = (counts[task.topic] or 0) + 1
      if #places ~= 1 then
        append(flaws, #places == 0 and 'TASK_NOWHERE' or 'TASK_IN_SEVERAL_STATES', task.topic, id, states_of(task))
      end
      if #places > 0 and places[1].state == RESERVED and not parse_delivery(records[i]) then
        append(flaws, 'LEASE_WITHOUT_DELIVERY', task.topic, id, states_of(task))
      end
    end
  end
end

local function check_hash()
  local cursor, ids, values = scan_part(key, ARGV[1] == '' and '0' or ARGV[1], limit)
  if key == detail then
    check_tasks(ids, values)
  else
    for _, id in ipairs(ids) do
      if redis.call('HEXISTS', detail, id) == 0 then
        append(flaws, ARGV[4], '', id, '')
      end
    end
  end
  return cursor == '0' and '' or cursor, '', #ids
end

local function check_places()
  local cursor, names, values = scan_part(key, ARGV[1] == '' and '0' or ARGV[1], limit)
  for i, name in ipairs(names) do
    if #wrong_holders(topic, name, values[i]) > 0 then
      append(flaws, 'PLACE_WITHOUT_TASK', '', name, '')
    end
  end
  return cursor == '0' and '' or cursor, '', #names
end

-- Checks that ready and reserved tasks with a key have places of the key, and that the places of tasks behind are taken.
local function check_keys(ids, details)
  local names, indexes = {}, {}
  for i in ipairs(ids) do
    local _, name = due_and_key(details[i])
    if name and topic_of(details[i]) == topic then
      append(names, name)
      append(indexes, i)
    end
  end
  local places = read_in_parts(read_topic_key, 'HMGET', topic_key('KEYS', topic), names)
  for n, i in ipairs(indexes) do
    if not places[n] or not is_behind_key(key) and not has_place(places[n], ids[i]) then
      append(flaws, 'TASK_WITHOUT_PLACE', '', ids[i], '')
    end
  end
end

local function check_sorted_set()
  local members, scores, score, member = page(key, ARGV[1], ARGV[2], limit)
  local ids = is_behind_key(key) and ids_of_members(members) or members
  local details, read = read_within(detail, ids)
  if #read < #ids then
    score, member = scores[#read], members[#read]
  end
  if topic ~= '' and not string.find(key, '}:WAITING:', 1, true) and not string.find(key, '}:DEAD:', 1, true) then
    check_keys(read, details)
  end
  for i, id in ipairs(read) do
    local own = details[i] and topic_of(details[i]) or ''
    if not details[i] then
      append(flaws, ARGV[4], is_behind_key(key) and members[i] or '', id, '')
    elseif topic ~= '' and own ~= '' and own ~= topic then
      append(flaws, 'MEMBER_OF_OTHER_TOPIC', own, id, '')
    end
  end
  if ARGV[1] == '' and ARGV[6] ~= '' and #read > 0 then
    local time = tonumber(redis.call('ZSCORE', topics, topic)) or math.huge
    if time > math.max(clock() / 1000 + ARGV[6], tonumber(scores[1])) then
      append(flaws, 'TOPIC_CHECKED_TOO_LATE', '', '', '')
    end
  end
  return score, member, #read
end

local is_hash = key == detail or key == deliveries or key == errors
local check = topic ~= '' and key == topic_key('KEYS', topic) and check_places or is_hash and check_hash or check_sorted_set
local score, member, checked = check()
for name, count in pairs(counts) do
  append(listed, name, count)
end
return { score, member, checked, listed, flaws }
