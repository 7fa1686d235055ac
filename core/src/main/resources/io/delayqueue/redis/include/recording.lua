--#include base
--#include delivery
--#include parts
--#include priority
--#include states
--#keys topics errors never

-- Records of tasks that end, which a script writes as its first writes, behind all that can fail. What Redis refuses, for
-- want of memory, or because a key is of a foreign type, is not kept, and the task ends.

-- By topic the history, with the elements of the records to write; without a rule it has no age. "added" is the bytes of
-- the elements, and "tally" has the number of records by outcome.
local histories, ended = {}, clock_millis()

-- How the JSON of a record begins.
local beginning = '[' .. ended .. ','

-- How many bytes a record has at most of the attempts that went wrong.
local MAX_LINES = 2048

-- Adds a record to those to write, if the rule of the topic asks for it. "label" is the key and the tags as the detail
-- has them, and "rest" what is behind the time of the end in the JSON, and a blank if the record has no attempts;
-- "failures" is what {G}:ERRORS has of the task, if it has.
local function add_record(topic, id, label, outcome, rest, failures)
  local history = histories[topic]
  if not history then
    history = read_history(topic) or {}
    histories[topic], history.elements, history.added, history.tally = history, {}, 0, {}
  end
  local tally = history.tally
  local count = tally[outcome]
  if not count then
    if not history.age or history.outcomes ~= '' and not history.outcomes:find(outcome, 1, true) then
      return
    end
    count = 0
  end
  tally[outcome] = count + 1
  local json, elements = beginning .. rest, history.elements
  local last = #elements + 1
  if failures and rest:sub(-1) == ']' then
    -- Whole lines, behind the last failure.
    local at = failures:find('\n', 1, true) or #failures + 1
    json = json .. (failures:sub(at, at + MAX_LINES) .. '\n'):sub(1, MAX_LINES + 1):match('^(.*)\n')
  end
  -- Redis has some bytes more of an element.
  local bytes = #id + #json + 6
  elements[last] = id
  if label ~= '' then
    for separator, text in label:gmatch('(\\?)([^\\]+)') do
      last = last + 1
      elements[last] = separator == '' and '@' .. text or text:sub(2)
      bytes = bytes + #elements[last] + 3
    end
  end
  -- Most tasks finish.
  if outcome ~= 'FINISHED' then
    last = last + 1
    elements[last] = '!' .. outcome
    bytes = bytes + #outcome + 4
  end
  elements[last + 1] = json
  -- Of large elements fewer fit into a node of a list, so that up to a quarter of the memory is lost.
  history.added = history.added + (bytes < 99 and bytes or bytes + bytes * math.min(bytes, 2048) / 6800)
end

-- Writes the records of a topic.
local function write_history(topic, history)
  local fields, gone, elements = {}, {}, history.elements
  if history.bytes + history.added > PART or ended > history.ends then
    fields[2], gone = close_part(topic, history, ended)
    fields[1] = '=' .. topic
  end
  local key, length = part_key(topic, history.number)
  for first = 1, #elements, 3000 do
    length = rcall('RPUSH', key, unpack(elements, first, math.min(first + 2999, #elements)))
  end
  if length == #elements then
    rcall('PEXPIRE', key, math.ceil(history.age * 17 / 16))
  end
  for first = 1, #gone, 3000 do
    rcall('UNLINK', unpack(gone, first, math.min(first + 2999, #gone)))
  end
  history.bytes, history.first = history.bytes + history.added, history.first or ended
  for outcome, count in pairs(history.tally) do
    local name = outcome .. '='
    local others, before, more = history.counts:match('(.-)' .. name .. '(%d+),(.*)')
    history.counts = (others or history.counts) .. (more or '') .. name .. (before or 0) + count .. ','
    history.count = history.count + count
  end
  rcall('HSET', recorded, '#' .. topic, open_part(history), unpack(fields))
end

-- Writes the records. If the script goes on with full memory, "agenda" is {G}:TOPICS; else nil. Fails, with nothing
-- written, if a later layout has left another type there.
local function write_records(agenda)
  rcall('ZCARD', topics)
  local refused = {}
  for topic, history in pairs(histories) do
    if history.elements[1] and not pcall(write_history, topic, history) then
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

-- Adds the records of deliveries as of fence, whose labels have them: behind a tab, which JSON may have, what is behind
-- the time of the end. {G}:ERRORS may have "old" ids, and is to have "attempts", as append_attempts returns them;
-- "outcomes" are those of the deliveries, if not finished. From then on "labelled" says whether one has a key or tags.
-- Returns the first write of the script.
local function record_ends(current, old, attempts, outcomes)
  local args, byte, failures, ids = ARGV, string.byte, {}, current.ids
  local positions, topics_of, labelled = current.at, current.topics
  for n, text in ipairs(call_with('HMGET', errors, old)) do
    failures[old[n]] = text
  end
  for n = 1, #attempts, 2 do
    failures[attempts[n]] = attempts[n + 1]
  end
  for i = 1, #ids do
    local id, label, rest = ids[i], '', args[positions[i] + 4]
    if byte(rest) ~= 9 then
      label, rest = rest:match('^([^\t]*)(.*)$')
      labelled = labelled or label ~= ''
    end
    if rest ~= '' then
      add_record(topics_of[i], id, label, outcomes[i] or 'FINISHED', rest, failures[id])
    end
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
    local rest = due .. ',null,null,' .. (attempts or 0) .. ',' .. cjson.encode(instance or '')
    rest = rest .. ',{"state":"' .. states[location.state] .. '"}]'
    add_record(location.topic, ids[i], label, outcome, rest, failures[i])
  end
  return write_records
end
