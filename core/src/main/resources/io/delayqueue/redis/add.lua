-- Adds tasks whose ids are not in the group; where a task says so, in place of the one that is.
--
--#keys detail waiting counts never reserved deliveries errors call
-- The keys end with "counts" if all times count from now, else with "never" unless any task is to replace another
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher   ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4...] five values a task: topic, id, time in milliseconds, how, detail: a JSON object without its opening brace, whose
--   first field is "topic".
--   How: "+" if the time counts from now or "=" if from the epoch; the priority, 0 normal, 1 high, 2 low; "R" to replace a
--   task of the topic with this id, "K" to keep it
--
-- Returns two numbers a task, or of the first tasks only where those in the store are large: 1 added, 2 the same task is there,
-- 3 another of this topic, 4 one of another topic, 5 replaced; and when the task in the store is due, in milliseconds.
--
-- The due time is put in front of the detail as text, so that the detail says it in every state. Where a task is replaced,
-- its new place is written before the old one is left: a key that a write has emptied is not touched again. A second sending of a
-- call that replaces gets the answer of the first and changes nothing: it would replace what the first has added.

--#include answers
--#include removal
--#include schedule

local earlier = call and answered()
if earlier then
  return earlier
end
local ADDED, REPEATED, EXISTED, OTHER_TOPIC, REPLACED = 1, 2, 3, 4, 5
local args, first, step = ARGV, 4, 5
local sub, format, tonumber = string.sub, string.format, tonumber
local micros = clock()
local now, today = math.ceil(micros / 1000), math.floor(micros / 1000)
local ids = {}
for at = first, #args, step do
  ids[(at - first) / step + 1] = args[at + 1]
end
local stored
stored, ids = read_within(detail, ids)
local slots = new_slots(#ids)

-- What is to be written, and where in it the task of an id is.
local details, scores, entered, last = {}, {}, {}, 0
local result, replaced, changes, earliest = {}, {}, {}, nil
local function enter(i, id, at)
  local topic, text, how = args[at], args[at + 2], args[at + 3]
  local due = tonumber(text)
  if sub(how, 1, 1) == '+' then
    due = now + due
    text = format('%.0f', due)
  end
  local place = entered[id]
  if not place then
    place, last = last, last + 2
    entered[id] = place
    tally(changes, 'WAITING', topic, 1)
  end
  local level = tonumber(sub(how, 2, 2))
  local over = sub(how, 1, 1) == '=' and due <= today
  local score = slot_score(slots, over and ready_key(topic, level / 4), due, level)
  details[place + 1], details[place + 2] = id, '{"due":' .. text .. ',' .. args[at + 4]
  scores[place + 1], scores[place + 2] = score == due and text or score, topic .. ':' .. id
  if not earliest or due < earliest then
    earliest = due
  end
  result[2 * i] = due
end

for i, id in ipairs(ids) do
  local at = first + (i - 1) * step
  local before = entered[id]
  local there = before and details[before + 2] or stored[i]
  if not there then
    result[2 * i - 1] = ADDED
    enter(i, id, at)
  else
    local due = string.match(there, '^{"due":(%d+),') or '0'
    local same = sub(there, #due + 9) == args[at + 4]
    if topic_of(there) ~= args[at] then
      result[2 * i - 1], result[2 * i] = OTHER_TOPIC, tonumber(due)
    elseif sub(args[at + 3], 3, 3) == 'R' then
      if stored[i] and not before then
        replaced[id] = stored[i]
      end
      result[2 * i - 1] = REPLACED
      enter(i, id, at)
    else
      result[2 * i - 1], result[2 * i] = same and REPEATED or EXISTED, tonumber(due)
    end
  end
end
if last == 0 then
  return result
end

local old_ids, old_details = {}, {}
for id, text in pairs(replaced) do
  old_ids[#old_ids + 1] = id
  old_details[#old_details + 1] = text
end
local places, held = {}, {}
if #old_ids > 0 then
  places = locate(old_ids, old_details)
  held = redis.call('HMGET', deliveries, unpack(old_ids))
end
local head = head_before(earliest, now, tonumber(args[2]))

redis.call('HSET', detail, unpack(details))
redis.call('ZADD', waiting, unpack(scores))
if #old_ids > 0 then
  for i, place in pairs(places) do
    if place.state == DELAYED then
      -- The new score has taken the old one's place already.
      tally(changes, 'WAITING', place.topic, -1)
      places[i] = nil
    end
  end
  local messages = remove_members(places, held, changes, 'replaced')
  redis.call('HDEL', deliveries, unpack(old_ids))
  redis.call('HDEL', errors, unpack(old_ids))
  for _, message in ipairs(messages) do
    publish(args[1], message)
  end
end
write_tally(changes)
wake(args[1], head, earliest, now, tonumber(args[2]))
if call then
  remember(args[3], result)
end
return result
