-- Makes a topic's dead letters ready again, or paced, so that one becomes due behind the other: the oldest first, a part of them; the caller repeats
-- it with the times returned. Their attempts start at 1; their last error stays until the next.
--
--#keys deliveries detail rules call topics never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4] the topic   ARGV[5] how many at most
-- ARGV[6] only those that died up to this time in milliseconds, or "" for all
-- ARGV[7] microseconds from one to the next, or "" to make all ready
-- ARGV[8] when the first becomes due at the earliest, in microseconds since the epoch, or ""
--
-- Returns how many were requeued, the time up to which the dead letters were read, when the next would become due, in microseconds, and 1 if there may be more. A
-- second sending of the call gets the answer of the first if that has changed something, and changes nothing.

--#include agenda
--#include answers
--#include bounds
--#include delivery
--#include priority
--#include ready

local micros = clock()
local now = math.floor(micros / 1000)
local topic, interval = ARGV[4], tonumber(ARGV[7])
local latest = tonumber(ARGV[6]) or now
local first = math.max(tonumber(ARGV[8]) or micros, micros)
local dead = topic_key('DEAD', topic)
local letters = redis.call('ZRANGEBYSCORE', dead, '-inf', string.format('(%.0f', latest + 1), 'WITHSCORES', 'LIMIT', 0,
  tonumber(ARGV[5]))
local more = #letters == 2 * ARGV[5] and 1 or 0
local due, plan, waits, ids, records, details = first, new_plan(micros), {}, {}, {}, {}
read_rules(plan, { topic })
if not interval and plan.rules[topic] and plan.rules[topic].places then
  local all = {}
  for at = 1, #letters, 2 do
    all[#all + 1] = letters[at]
  end
  details, all = read_within(detail, all)
  more = 2 * #all < #letters and 1 or more
  letters = { unpack(letters, 1, 2 * #all) }
end
for at = 1, #letters, 2 do
  ids[#ids + 1] = letters[at]
  local score = with_fraction(interval and math.ceil(due / 1000) or now, letters[at + 1])
  append(records, letters[at], requeued_delivery(score))
  if interval then
    waits[at], waits[at + 1] = score, letters[at]
    due = due + interval
  else
    plan_arrival(plan, topic, letters[at], score, details[#ids])
  end
end
local result = { #ids, latest, due, more }
if #ids == 0 then
  return result
end
local times = interval and { [topic] = math.ceil(first / 1000) }
if times then
  check_waiting(times)
end
begin_ready(plan)
-- The new place is written before the old one is left: the key may be empty afterwards.
if times then
  schedule(times, now)
  redis.call('ZADD', topic_key('WAITING', topic), unpack(waits))
end
make_ready(plan)
redis.call('ZREM', dead, unpack(ids))
redis.call('HSET', deliveries, unpack(records))
remember(ARGV[3], result)
return result
