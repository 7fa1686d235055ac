-- Makes a topic's dead letters wait, the oldest first, a part of them, one becoming due behind the other; the caller repeats it with the
-- times returned. Their attempts start at 1; their last error stays until the next.
--
--#keys deliveries call topics never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4] the topic   ARGV[5] how many at most
-- ARGV[6] only those that died up to this time in milliseconds, or "" for all
-- ARGV[7] when the first becomes due at the earliest, in microseconds since the epoch, or ""
-- ARGV[8] microseconds from one to the next
--
-- Returns how many wait now, the time up to which the dead letters were read, and when the next would become due, in microseconds. A
-- second sending of the call gets the answer of the first if that has changed something, and changes nothing.

--#include agenda
--#include answers
--#include priority

local earlier = answered()
if earlier then
  return earlier
end
local micros = clock()
local now = math.floor(micros / 1000)
local topic, interval = ARGV[4], tonumber(ARGV[8])
local latest = tonumber(ARGV[6]) or now
local due = math.max(tonumber(ARGV[7]) or micros, micros)
local dead = dead_key(topic)
local letters = redis.call('ZRANGEBYSCORE', dead, '-inf', string.format('(%.0f', latest + 1), 'WITHSCORES', 'LIMIT', 0,
  tonumber(ARGV[5]))
if #letters == 0 then
  return { 0, latest, due }
end
local soonest = { [topic] = math.ceil(due / 1000) }
local entries, ids = {}, {}
for at = 1, #letters, 2 do
  ids[#ids + 1] = letters[at]
  entries[at], entries[at + 1] = with_fraction(math.ceil(due / 1000), letters[at + 1]), letters[at]
  due = due + interval
end
check_waiting(soonest)
force_oom_safe_write(topics)
local woken = schedule(soonest, now, tonumber(ARGV[2]))
-- The new place is written before the old one is left: the key may be empty afterwards.
redis.call('ZADD', waiting_key(topic), unpack(entries))
redis.call('ZREM', dead, unpack(ids))
redis.call('HDEL', deliveries, unpack(ids))
wake(ARGV[1], woken)
local result = { #ids, latest, due }
remember(ARGV[3], result)
return result
