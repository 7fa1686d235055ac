--#include agenda
--#include bounds
--#include detail
--#include topic_keys
--#keys detail topics

local ADDED, REPEATED, EXISTED, OTHER_TOPIC, REPLACED, RECENT = 1, 2, 3, 4, 5, 6

-- Adds tasks; "args" are the arguments of "add". Returns its result, and whether anything was written.
--
-- "removal", if a task may replace another, is called before the first write with the details of those to replace by their ids. It
-- returns a function that removes what is left of them, which is called after the last write.
-- "refusal", if a task may be refused, returns until when a new task is; "timing", if a task may ask for more than a time, returns its due time and what
-- is behind it in its detail. "order", if a task may have a key, is called with the topics of such tasks.
--
-- The due time is put in front as text, so that the detail says it in every state. The detail is written last: a topic
-- whose key is of a foreign type refuses the task before there is one.
local function add_tasks(args, removal, refusal, timing, order)
  local first, step = 4, 5
  local sub, format, tonumber = string.sub, string.format, tonumber
  local now = math.ceil(clock() / 1000)
  local ids = {}
  for at = first, #args, step do
    ids[(at - first) / step + 1] = args[at + 1]
  end
  local stored
  stored, ids = read_within(detail, ids)

  -- What is to be written, and where in it the task of an id is.
  local details, scores, times, entered, ranks, last, keyed = {}, {}, {}, {}, {}, 0, {}
  local result, replaced = {}, {}
  local function enter(i, id, at, there)
    local topic, text, how, rest = args[at], args[at + 2], args[at + 3], args[at + 4]
    local due = tonumber(text)
    if sub(how, 1, 1) == '+' then
      due = now + due
      text = format('%.0f', due)
    end
    if timing and #how > 3 then
      due, rest = timing({ topic = topic, id = id, there = there, is_stored = not entered[id] }, how, due, rest, now)
      text = format('%.0f', due)
    end
    local list = scores[topic]
    if not list then
      list = {}
      scores[topic] = list
    end
    local place = entered[id]
    if not place then
      place, last = last, last + 2
      entered[id], ranks[id] = place, #list
    end
    local rank, level = ranks[id], tonumber(sub(how, 2, 2))
    details[place + 1], details[place + 2] = id, with_due(text, rest)
    list[rank + 1], list[rank + 2] = level == 0 and text or due + level / 4, id
    times[topic] = math.min(times[topic] or due, due)
    result[2 * i] = due
    if order and sub(how, -1) == 'k' and not keyed[topic] then
      keyed[topic], keyed[#keyed + 1] = true, topic
    end
  end

  for i, id in ipairs(ids) do
    local at = first + (i - 1) * step
    local before = entered[id]
    local there = before and details[before + 2] or stored[i]
    local refused = refusal and not there and refusal(id, args[at + 3], now)
    if refused then
      result[2 * i - 1], result[2 * i] = RECENT, refused
    elseif not there then
      result[2 * i - 1] = ADDED
      enter(i, id, at)
    else
      local due = due_of(there) or '0'
      local rest = behind_due(there, due)
      local same = rest == args[at + 4] or without_planned(without_last_run(rest)) == args[at + 4]
      if topic_of(there) ~= args[at] then
        result[2 * i - 1], result[2 * i] = OTHER_TOPIC, tonumber(due)
      elseif removal and sub(args[at + 3], 3, 3) == 'R' then
        replaced[id] = stored[i] or nil
        result[2 * i - 1] = REPLACED
        enter(i, id, at, there)
      else
        result[2 * i - 1], result[2 * i] = same and REPEATED or EXISTED, tonumber(due)
      end
    end
  end
  if last == 0 then
    return result, false
  end

  if next(times, next(times)) then
    check_waiting(times)
  end
  local remove = removal and removal(replaced)
  schedule(times, now)
  if #keyed > 0 then
    order(keyed)
  end
  for topic, list in pairs(scores) do
    redis.call('ZADD', topic_key('WAITING', topic), unpack(list))
  end
  redis.call('HSET', detail, unpack(details))
  if remove then
    remove()
  end
  return result, true
end
