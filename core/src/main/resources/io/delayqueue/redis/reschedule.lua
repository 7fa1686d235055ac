-- Sets another due time of a delayed or ready task. A ready one that is to be due now is unchanged.
--
--#keys detail waiting reserved counts call never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher
-- ARGV[3] the id   ARGV[4] the time in milliseconds   ARGV[5] "+" if it counts from now or "=" if from the epoch
-- ARGV[6] for how many milliseconds "call" keeps the answer
--
-- Returns 0 no such task, 1 done, 2 it is reserved, 3 it is dead; and when the task is due, in milliseconds. A second sending of the
-- call gets the answer of the first if that has changed something, and changes nothing.

--#include answers
--#include places
--#include schedule

local earlier = answered()
if earlier then
  return earlier
end
local text = redis.call('HGET', detail, ARGV[3])
if not text then
  return { 0, 0 }
end
local place = locate({ ARGV[3] }, { text })[1]
local before, rest = string.match(text, '^{"due":(%d+),(.*)$')
if not place or not place.key then
  return { 0, 0 }
end
if place.state == RESERVED or place.state == DEAD then
  return { place.state, tonumber(before) }
end

local micros = clock()
local now = math.ceil(micros / 1000)
local due = tonumber(ARGV[4])
if ARGV[5] == '+' then
  due = now + due
end
if place.state == READY and due <= now then
  -- It is ready already, and keeps its place: what is to run soon must not go behind the others.
  return { 1, tonumber(before) }
end
local head = head_before(due, now, tonumber(ARGV[2]))
local level = math.min(math.floor(place.score % 1 * 4), 2)
local ready = due <= math.floor(micros / 1000) and ready_key(place.topic, level / 4)
local score = slot_score(new_slots(1), ready, due, level)
-- The new place is written before the old one is left: the key may be empty afterwards.
redis.call('ZADD', waiting, score, place.topic .. ':' .. ARGV[3])
redis.call('HSET', detail, ARGV[3], '{"due":' .. string.format('%.0f', due) .. ',' .. rest)
if place.state == READY then
  redis.call('ZREM', place.key, place.member)
  redis.call('HINCRBY', counts, 'WAITING:' .. place.topic, 1)
end
wake(ARGV[1], head, due, now, tonumber(ARGV[2]))
remember(ARGV[6], { 1, due })
return { 1, due }
