-- Writes another detail of a task, and when it is due next if no attempt of it has begun.
--
--#keys detail deliveries topics call never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two looks of the pusher
-- ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4] the id   ARGV[5] the detail that it is to have still   ARGV[6] the number of the state in which it is to be still
-- ARGV[7] 1 if it is to have begun an attempt still, apart from that of a reserved one, else 0
-- ARGV[8] the other detail, of the same topic   ARGV[9] when it is due next in milliseconds, or "" to leave it in its place
--
-- A reserved task keeps its lease. The time is then that to which it returns if its attempt does not begin; if its repetition is paused, its
-- instance receives the message that asks for what has not begun.
--
-- Returns 0 if there is no such task, 1 if it has the other detail, 2 if it is not as it was found. A second sending of the call gets the
-- answer of the first if that has changed something, and changes nothing.

--#include agenda
--#include answers
--#include delivery
--#include places
--#include priority

local id = ARGV[4]
local text, place = locate_one(id)
if not place then
  return 0
end
local waits = place.state == DELAYED or place.state == READY
local number, attempts, instance, more, _
if place.state == RESERVED or waits and has_history(place.score) then
  number, attempts, instance, _, more = parse_delivery(redis.call('HGET', deliveries, id))
end
local has_begun = (tonumber(attempts) or 0) > (place.state == RESERVED and 1 or 0)
if text ~= ARGV[5] or place.state ~= tonumber(ARGV[6]) or has_begun ~= (ARGV[7] == '1') then
  return 2
end
local time = tonumber(ARGV[9])
if time and waits then
  schedule({ [place.topic] = time }, math.ceil(clock() / 1000))
  -- The new place is written before the old one is left: the key may be empty afterwards.
  redis.call('ZADD', topic_key('WAITING', place.topic), with_fraction(time, place.score), id)
else
  -- Refused for want of memory only where nothing has changed.
  redis.call('ZADD', topics, 'LT', math.ceil(clock() / 1000), place.topic)
end
redis.call('HSET', detail, id, ARGV[8])
if time and place.state == READY then
  redis.call('ZREM', place.key, id)
elseif time and place.state == RESERVED and number then
  redis.call('HSET', deliveries, id, delivery_from(number, attempts, instance, with_history(time, place.score), more))
  if time >= PAUSED_UNTIL then
    publish(ARGV[1], 'paused:' .. place.topic)
  end
end
remember(ARGV[3], 1)
return 1
