-- Sets another due time of a delayed or ready task. One that is due, whether it is ready already or not, and is to be due now is unchanged.
--
--#keys detail topics call never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher
-- ARGV[3] the id   ARGV[4] the time in milliseconds   ARGV[5] "+" if it counts from now or "=" if from the epoch
-- ARGV[6] for how many milliseconds "call" keeps the answer
--
-- Returns 0 no such task, 1 done, 2 it is reserved, 3 it is dead; and when the task is due, in milliseconds. A second sending of the
-- call gets the answer of the first if that has changed something, and changes nothing.

--#include agenda
--#include answers
--#include detail
--#include places
--#include priority

local text, place = locate_one(ARGV[3])
if not place then
  return { 0, 0 }
end
local before = due_of(text)
if place.state == RESERVED or place.state == DEAD then
  return { place.state, tonumber(before) }
end

local now = math.ceil(clock() / 1000)
local due = tonumber(ARGV[4])
if ARGV[5] == '+' then
  due = now + due
end
if (place.state == READY or place.score < now) and due <= now then
  -- It keeps its place: what is to run soon must not go behind the others.
  return { 1, tonumber(before) }
end
schedule({ [place.topic] = due }, now)
-- The new place is written before the old one is left: the key may be empty afterwards.
redis.call('ZADD', topic_key('WAITING', place.topic), with_fraction(due, place.score), ARGV[3])
redis.call('HSET', detail, ARGV[3], with_due(string.format('%.0f', due), behind_due(text, before)))
if place.state == READY then
  redis.call('ZREM', place.key, ARGV[3])
end
remember(ARGV[6], { 1, due })
return { 1, due }
