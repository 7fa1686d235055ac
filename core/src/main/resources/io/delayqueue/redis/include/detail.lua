-- {G}:DETAIL holds a task as a JSON array: [due,"topic",payload,{options}], with "topic:key" if it has a key. Of it scripts read and write only the beginning, as text:
-- a topic's name has no character that JSON escapes. A task that repeats also has, behind its options, its last occurrence: when it was
-- due, when it ended, and 1 if it failed, else 0.

-- The topic that a detail names, or nil.
local function topic_of(detail)
  return string.match(detail, '^%[%d+,"([^":]*)')
end

-- The due time of a detail, as text, and the key; nothing if the detail has no key.
local function due_and_key(detail)
  return string.match(detail or '', '^%[(%d+),"[^":]*:([^"]*)"')
end

-- A detail's due time in milliseconds as text, or nil.
local function due_of(detail)
  return string.match(detail, '^%[(%d+),')
end

-- The detail that consists of a due time, as text, and of what "add" receives of a task: all behind it.
local function with_due(due, rest)
  return '[' .. due .. ',' .. rest
end

-- What is behind a detail's due time.
local function behind_due(detail, due)
  return string.sub(detail, #due + 3)
end

-- A detail with the same due time and topic and nothing else.
local function bare(detail)
  return string.match(detail, '^%[%d+,"[^"]*"') .. ']'
end

-- The level of the priority that a detail names: 0 normal, 1 high, 2 low.
local function level_of_detail(detail)
  local readable, task = pcall(cjson.decode, detail)
  local options = readable and type(task) == 'table' and task[4]
  local priority = type(options) == 'table' and options.priority
  return priority == 'HIGH' and 1 or priority == 'LOW' and 2 or 0
end

-- What "add" receives of a task, from what is behind the due time of a detail.
local function without_last_run(rest)
  local at = string.find(rest, '},%[%d+,%d+,[01]%]%]$', -60)
  return at and string.sub(rest, 1, at) .. ']' or rest
end

-- The time of a task that waits until it is resumed, as TaskEdit has it.
local PAUSED_UNTIL = 253402300800000

-- How the options of a task end whose repetition is paused.
local PAUSED = ',"paused":true}]'

-- The options end with up to three marks, in this order: when the occurrence was planned, which a reschedule leaves; the time of the next
-- occurrence, which a change of the repetition leaves; and a pause.

-- What "add" receives of a task, from the same with a mark of when the occurrence was planned and no mark behind.
local function without_planned(rest)
  local mark = string.match(string.sub(rest, -40), ',{?"planned":%d+}%]$')
  if not mark then
    return rest
  end
  return string.sub(rest, 1, -#mark - 1) .. (string.sub(mark, 2, 2) == '{' and ']' or '}]')
end

-- What is behind the due time of a detail of a task that repeats, without the first two marks and, if there are any, without the last
-- occurrence; the time of the next occurrence, or nil; and whether the options end with a pause.
local function take_marks(rest)
  local first = without_last_run(rest)
  local is_paused = string.sub(first, -#PAUSED) == PAUSED
  local body = is_paused and string.sub(first, 1, -#PAUSED - 1) .. '}]' or first
  local time = string.match(string.sub(body, -40), ',"next":(%-?%d+)}%]$')
  if time then
    body = string.sub(body, 1, -(#time + 11)) .. '}]'
  end
  local unplanned = without_planned(body)
  if time or unplanned ~= body then
    rest = is_paused and string.sub(unplanned, 1, -3) .. PAUSED or unplanned
  end
  return rest, tonumber(time), is_paused
end

-- The same with the last occurrence, in place of an earlier one. Of a task that does not repeat nothing is written.
local function with_last_run(rest, due, ended, failed)
  local first = without_last_run(rest)
  if string.sub(first, -2) ~= '}]' or not string.find(first, '"repeat":', 1, true) then
    return rest
  end
  return string.sub(first, 1, -2) .. string.format(',[%s,%.0f,%d]]', due, ended, failed and 1 or 0)
end

-- When a task waits of which nothing but the detail is left: until it is resumed if it is paused, else until a time in milliseconds.
local function waits_until(text, time)
  local due = due_of(text)
  local _, _, is_paused = take_marks(due and behind_due(text, due) or '')
  return is_paused and PAUSED_UNTIL or time
end
