-- Gives a task that is delayed or ready another time. One that is ready, and is to be due now, stays as it is.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:COUNTS
-- KEYS[5] {G}:CALL:<nonce of the call>   KEYS[6] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the channel {G}:WAKE:D
-- ARGV[3] milliseconds between two looks of the pusher
-- ARGV[4] the id   ARGV[5] the time in milliseconds   ARGV[6] "+" if it counts from now or "=" if from the epoch
-- ARGV[7] for how many milliseconds KEYS[5] keeps the answer
--
-- Returns 0 no such task, 1 done, 2 it is reserved, 3 it is dead; and when the task is due, in milliseconds. A second sending of the
-- call gets the answer of the first if that has changed something, and changes nothing.

--#include clock
--#include consuming
--#include locate
--#include once
--#include slot
--#include wake

local earlier = answered(KEYS[5])
if earlier then
  return earlier
end
local detail = redis.call('HGET', KEYS[1], ARGV[4])
if not detail then
  return { 0, 0 }
end
local place = locate(ARGV[1], KEYS[2], KEYS[3], { ARGV[4] }, { detail })[1]
local before, rest = string.match(detail, '^{"due":(%d+),(.*)$')
if not place or not place.key then
  return { 0, 0 }
end
if place.state > 1 then
  return { place.state, tonumber(before) }
end

local micros = clock()
local now = math.ceil(micros / 1000)
local due = tonumber(ARGV[5])
if ARGV[6] == '+' then
  due = now + due
end
if place.state == 0 and due <= now then
  -- It is ready already, and keeps its place: what is to run soon must not go behind the others.
  return { 1, tonumber(before) }
end
local head = headbefore(KEYS[2], due, now, tonumber(ARGV[3]))
local level = math.min(math.floor(place.score % 1 * 4), 2)
local ready = due <= math.floor(micros / 1000) and consuming(ARGV[1], place.topic, level / 4)
local score = slot(newslots(KEYS[2], 1), ready, due, level)
-- The new place is written before the old one is left: the key may be empty afterwards.
redis.call('ZADD', KEYS[2], score, place.topic .. ':' .. ARGV[4])
redis.call('HSET', KEYS[1], ARGV[4], '{"due":' .. string.format('%.0f', due) .. ',' .. rest)
if place.state == 0 then
  redis.call('ZREM', place.key, place.member)
  redis.call('HINCRBY', KEYS[4], 'WAITING:' .. place.topic, 1)
end
wake(ARGV[2], head, due, now, tonumber(ARGV[3]))
remember(KEYS[5], ARGV[7], { 1, due })
return { 1, due }
