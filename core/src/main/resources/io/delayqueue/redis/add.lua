-- Adds tasks whose ids are not in the group.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING
-- ARGV[1] the channel {G}:WAKE   ARGV[2] milliseconds between two looks of the pusher
-- ARGV[3...] five values a task: topic, id, time in milliseconds, "+" if the time counts from now or "=" if from the
--   epoch, detail: a JSON object whose first field is "topic"
--
-- Returns two numbers a task: 1 added, 2 the same task is there, 3 another of this topic, 4 one of another topic; and when
-- the task in the store is due, in milliseconds.
--
-- The due time is put in front of the detail as text, so that the detail says it in every state.

--#include clock
--#include publish
--#include wake

local now = math.ceil(clock() / 1000)
local ids = {}
for at = 3, #ARGV, 5 do
  ids[#ids + 1] = ARGV[at + 1]
end
local stored = redis.call('HMGET', KEYS[1], unpack(ids))

local result, details, waiting, added, earliest = {}, {}, {}, {}, nil
for i, id in ipairs(ids) do
  local at = 3 + (i - 1) * 5
  local body = string.sub(ARGV[at + 4], 2)
  local there = stored[i] or added[id]
  if there then
    local due = string.match(there, '^{"due":(%d+),') or '0'
    local rest = string.sub(there, #due + 9)
    local topic = '"topic":"' .. ARGV[at] .. '"'
    local status = 4
    if rest == body then
      status = 2
    elseif string.sub(rest, 1, #topic) == topic then
      status = 3
    end
    result[#result + 1] = status
    result[#result + 1] = tonumber(due)
  else
    local due = tonumber(ARGV[at + 2])
    if ARGV[at + 3] == '+' then
      due = now + due
    end
    local detail = '{"due":' .. string.format('%.0f', due) .. ',' .. body
    added[id] = detail
    details[#details + 1] = id
    details[#details + 1] = detail
    waiting[#waiting + 1] = due
    waiting[#waiting + 1] = ARGV[at] .. ':' .. id
    if not earliest or due < earliest then
      earliest = due
    end
    result[#result + 1] = 1
    result[#result + 1] = due
  end
end

if earliest then
  local before = tonumber(redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2])
  redis.call('HSET', KEYS[1], unpack(details))
  redis.call('ZADD', KEYS[2], unpack(waiting))
  wake(ARGV[1], before, earliest, now, tonumber(ARGV[2]))
end
return result
