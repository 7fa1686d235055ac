-- Makes due tasks ready, and reserved ones whose lease has ended. One instance at a time is the group's pusher.
--
-- KEYS[1] {G}:WAITING   KEYS[2] {G}:RESERVED   KEYS[3] {G}:PUSHER   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:COUNTS
-- KEYS[6] {G}:PAUSED
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2] who pushes
-- ARGV[3] how many tasks of each kind to move at most
-- ARGV[4] the longest wait between two pushes, in milliseconds
-- ARGV[5] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[6...] topics to look after: a signal is left where tasks are ready and none is, unless the topic is paused
--
-- Returns: 1 if this instance is the pusher, due tasks moved, expired leases, microseconds to wait until the next push.
--
-- A member that names no topic is dropped. All reading comes before all writing: no key is read that a write may have emptied.

--#include clock
--#include evenwhenfull
--#include split
--#include level
--#include tally
--#include held
--#include ready

local holder = redis.call('GET', KEYS[3])
if holder and holder ~= ARGV[2] then
  return { 0, 0, 0, math.max(redis.call('PTTL', KEYS[3]), 0) * 1000 }
end

local micros = clock()
local now = math.floor(micros / 1000)
local next = string.format('%.0f', now + 1)
local limit = tonumber(ARGV[3])

-- Scores have fractions: of this millisecond is what is less than the next.
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. next, 'WITHSCORES', 'LIMIT', 0, limit)
local expired = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. next, 'LIMIT', 0, limit)
local wait = 0
if #due < 2 * limit and #expired < limit then
  wait = tonumber(ARGV[4]) * 1000
  for i = 1, 2 do
    local head = redis.call('ZRANGEBYSCORE', KEYS[i], next, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if head[2] then
      wait = math.min(wait, math.max(math.floor(tonumber(head[2])) * 1000 - micros, 0))
    end
  end
end

local plan = newplan(ARGV[1], KEYS[6])
local dueMembers, expiredIds, expiredTopics, changes = {}, {}, {}, {}
for at = 1, #due, 2 do
  local member = due[at]
  dueMembers[(at + 1) / 2] = member
  local topic, id = split(member)
  if topic then
    planready(plan, topic, id, due[at + 1])
    tally(changes, 'WAITING', topic, -1)
  end
end
for _, member in ipairs(expired) do
  local topic, id = split(member)
  if topic then
    expiredIds[#expiredIds + 1] = id
    expiredTopics[#expiredTopics + 1] = topic
    tally(changes, 'RESERVED', topic, -1)
  end
end
if #expiredIds > 0 then
  local held = redis.call('HMGET', KEYS[4], unpack(expiredIds))
  for i, id in ipairs(expiredIds) do
    local _, _, score = readheld(held[i])
    planready(plan, expiredTopics[i], id, tonumber(score) or now)
  end
end
local planned = {}
for _, signal in ipairs(plan.signals) do
  planned[signal] = true
end
for i = 6, #ARGV do
  local ready, signal = ARGV[1] .. 'CONSUMING:' .. ARGV[i], ARGV[1] .. 'SIGNAL:' .. ARGV[i]
  if not planned[signal]
    and redis.call('EXISTS', ready, ready .. ':HIGH', ready .. ':LOW') > 0
    and redis.call('LLEN', signal) == 0
    and redis.call('SISMEMBER', KEYS[6], ARGV[i]) == 0
  then
    plan.signals[#plan.signals + 1] = signal
  end
end

evenwhenfull(KEYS[1])
redis.call('SET', KEYS[3], ARGV[2], 'PX', math.ceil(wait / 1000) + tonumber(ARGV[5]))
if #dueMembers > 0 then
  redis.call('ZREM', KEYS[1], unpack(dueMembers))
end
if #expired > 0 then
  redis.call('ZREM', KEYS[2], unpack(expired))
end
makeready(plan)
writetally(KEYS[5], changes)
return { 1, #dueMembers, #expired, wait }
