--#include base
--#include delivery
--#include parts
--#include priority
--#include states
--#keys topics errors never

-- Records of tasks that end, which a script writes as its first writes, behind all that can fail. What Redis refuses, for
-- want of memory, or because a key is of a foreign type, is not kept, and the task ends.

-- By topic the history, with the elements of the records to write; without a rule it has no age. "last" is the number of
-- the elements, and "tally" has that of the records by outcome.
local histories, ended = {}, clock_millis()

-- How the JSON of a record begins.
local beginning = '[' .. ended .. ','

-- How many bytes a record has at most of the attempts that went wrong.
local MAX_LINES = 2048

-- Adds a record to those to write, if the rule of the topic asks for it. "label" is the key and the tags as the detail
-- has them, "outcome" is such as "!DEAD", and "rest" what is behind the due time in the JSON, and a blank if the
-- record has no attempts; "failures" is what {G}:ERRORS has of the task, if it has.
local function add_record(topic, id, label, outcome, due, rest, failures)
  local history = histories[topic]
  if not history then
    history = read_history(topic) or {}
    histories[topic], history.last, history.tally = history, 0, {}
  end
  if not history.age or history.outcomes ~= '' and not history.outcomes:find(outcome:sub(2), 1, true) then
    return
  end
  if failures and rest:sub(-1) == ']' then
    -- Whole lines, behind the last failure.
    local at = failures:find('\n', 1, true) or #failures + 1
    rest = rest .. (failures:sub(at, at + MAX_LINES) .. '\n'):sub(1, MAX_LINES + 1):match('^(.*)\n')
  end
  local last = history.last + 1
  history[last] = ':' .. id
  if label ~= '' then
    for separator, term in label:gmatch('(\\?)([^\\]+)') do
      last = last + 1
      history[last] = separator == '' and '@' .. term or term:sub(2)
    end
  end
  history[last + 1] = outcome
  history[last + 2] = ('%s%.0f%s'):format(beginning, ended - due, rest)
  history.last, history.tally[outcome] = last + 2, (history.tally[outcome] or 0) + 1
end

-- Writes the records of a topic.
local function write_history(topic, history)
  local fields, gone, added = {}, {}, 0
  for i = 1, history.last do
    -- Redis has some bytes more of an element. Of large ones fewer fit into a node of a list, so that up to a quarter of
    -- the memory is lost.
    local bytes = #history[i] + 3
    added = added + (bytes < 99 and bytes or bytes + bytes * math.min(bytes, 2048) / 6800)
  end
  if history.bytes + added > PART or ended > history.ends then
    fields[2], gone = close_part(topic, history, ended)
    fields[1] = '=' .. topic
  end
  local key, length = part_key(topic, history.number), nil
  for first = 1, history.last, 3000 do
    length = rcall('RPUSH', key, unpack(history, first, math.min(first + 2999, history.last)))
  end
  if length == history.last then
    rcall('PEXPIRE', key, math.ceil(history.age * 17 / 16))
  end
  for first = 1, #gone, 3000 do
    rcall('UNLINK', unpack(gone, first, math.min(first + 2999, #gone)))
  end
  history.bytes, history.first = history.bytes + added, history.first or ended
  for outcome, count in pairs(history.tally) do
    local name = outcome:sub(2) .. '='
    local before = history.counts:match(name .. '(%d+)') or 0
    history.counts = history.counts:gsub(name .. '%d+,', '') .. name .. before + count .. ','
    history.count = history.count + count
  end
  append(fields, '#' .. topic, open_part(history))
  rcall('HSET', recorded, unpack(fields))
end

-- Writes the records. If the script goes on with full memory, "agenda" is {G}:TOPICS; else nil. Fails, with nothing
-- written, if a later layout has left another type there.
local function write_records(agenda)
  rcall('ZCARD', topics)
  local refused = {}
  for topic, history in pairs(histories) do
    if history.last > 0 and not pcall(write_history, topic, history) then
      refused[topic] = history
    end
  end
  if agenda then
    force_oom_safe_write(agenda)
  end
  for topic, history in pairs(refused) do
    for _, count in pairs(history.tally) do
      redis.pcall('HINCRBY', recorded, '!' .. topic, count)
    end
  end
end

-- Adds the records of deliveries as of fence, whose labels have them: behind a line feed the due time in 15 digits, and
-- the rest. {G}:ERRORS may have "old" ids, and is to have "attempts", as append_attempts returns them; "outcomes" are
-- those of the deliveries, if not finished. From then on "labelled" says whether one has a key or tags. Returns the first
-- write of the script.
local function record_ends(current, old, attempts, outcomes)
  local args, find, sub, failures, labelled = ARGV, string.find, string.sub, {}, false
  for n, text in ipairs(call_with('HMGET', errors, old)) do
    failures[old[n]] = text
  end
  for n = 1, #attempts, 2 do
    failures[attempts[n]] = attempts[n + 1]
  end
  for i, at in ipairs(current.at) do
    local label, id = args[at + 4], current.ids[i]
    local feed = find(label, '\n', 1, true)
    if feed then
      local due, rest = sub(label, feed + 1, feed + 15), sub(label, feed + 16)
      label = feed == 1 and '' or sub(label, 1, feed - 1)
      add_record(current.topics[i], id, label, outcomes[i] or '!FINISHED', due, rest, failures[id])
    end
    labelled = labelled or label ~= ''
  end
  current.labelled = labelled
  return write_records
end

-- Adds the records of located tasks that leave without a delivery; "records" is what {G}:DELIVERIES has of each.
-- Returns the first write of the script.
local function record_leaving(outcome, ids, details, locations, records)
  local states = { [READY] = 'READY', 'DELAYED', 'RESERVED', 'DEAD' }
  local failures = call_with('HMGET', errors, ids)
  for i, location in pairs(locations) do
    local due, label = details[i]:match('^%[(%d+),"[^":]*:?([^"]*)')
    local _, attempts, instance = parse_delivery(records[i])
    local rest = ',null,null,' .. (attempts or 0) .. ',' .. cjson.encode(instance or '')
    rest = rest .. ',{"state":"' .. states[location.state] .. '"}]'
    add_record(location.topic, ids[i], label, outcome, due, rest, failures[i])
  end
  return write_records
end
