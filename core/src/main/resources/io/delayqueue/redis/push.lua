-- Makes due tasks ready, and reserved ones whose lease has ended. One instance at a time is the group's pusher.
--
-- KEYS[1] {G}:WAITING   KEYS[2] {G}:RESERVED   KEYS[3] {G}:PUSHER
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2] who pushes
-- ARGV[3] how many tasks of each kind to move at most
-- ARGV[4] the longest wait between two pushes, in milliseconds
-- ARGV[5] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[6...] topics to look after: a signal is left where tasks are ready and none is
--
-- Returns: 1 if this instance is the pusher, due tasks moved, expired leases, microseconds to wait until the next push.
--
-- A member that names no topic is dropped. All reading comes before all writing: no key is read that a write may have emptied.

--#include clock
--#include evenwhenfull
--#include signal
--#include bytopic
--#include ready
--#include giveback

local holder = redis.call('GET', KEYS[3])
if holder and holder ~= ARGV[2] then
  return { 0, 0, 0, math.max(redis.call('PTTL', KEYS[3]), 0) * 1000 }
end

local micros = clock()
local now = math.floor(micros / 1000)
local limit = tonumber(ARGV[3])

local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, limit)
local expired = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, limit)
local wait = 0
if #due < limit and #expired < limit then
  wait = tonumber(ARGV[4]) * 1000
  for i = 1, 2 do
    local next = redis.call('ZRANGEBYSCORE', KEYS[i], '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if next[2] then
      wait = math.min(wait, math.max(tonumber(next[2]) * 1000 - micros, 0))
    end
  end
end
local sortedDue = bytopic(ARGV[1], due)
local sortedExpired = bytopic(ARGV[1], expired)
local unsignalled = {}
for i = 6, #ARGV do
  if redis.call('LLEN', ARGV[1] .. 'CONSUMING:' .. ARGV[i]) > 0 then
    unsignalled[#unsignalled + 1] = ARGV[i]
  end
end

evenwhenfull(KEYS[1])
redis.call('SET', KEYS[3], ARGV[2], 'PX', math.ceil(wait / 1000) + tonumber(ARGV[5]))
if #due > 0 then
  redis.call('ZREM', KEYS[1], unpack(due))
  ready(ARGV[1], sortedDue)
end
if #expired > 0 then
  redis.call('ZREM', KEYS[2], unpack(expired))
  giveback(ARGV[1], sortedExpired)
end
for _, topic in ipairs(unsignalled) do
  signal(ARGV[1] .. 'SIGNAL:' .. topic)
end
return { 1, #due, #expired, wait }
