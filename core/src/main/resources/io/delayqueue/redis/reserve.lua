-- Leases ready tasks to an instance: those of high priority first, but lower ones have their turns, so that none starves;
-- within a priority the oldest first.
--
-- KEYS[1] {G}:CONSUMING:T   KEYS[2] {G}:CONSUMING:T:HIGH   KEYS[3] {G}:CONSUMING:T:LOW   KEYS[4] {G}:SIGNAL:T
-- KEYS[5] {G}:RESERVED   KEYS[6] {G}:DETAIL   KEYS[7] {G}:DELIVERIES   KEYS[8] {G}:SEQUENCE   KEYS[9] {G}:COUNTS
-- KEYS[10] {G}:PAUSED
-- ARGV[1] the topic   ARGV[2] who takes them   ARGV[3] the lease in milliseconds   ARGV[4] how many at most
--
-- Returns how many are left, none for a paused topic; the time in milliseconds; then four values a task: id, delivery number,
-- attempt, detail.
--
-- An id without a detail is dropped. Delivery numbers count through the group: no two deliveries ever share one, not even
-- of a task that was finished and added again under the same id. The ids leave their sets after everything that could fail
-- has been read, and the sets are not looked at again.

--#include clock
--#include evenwhenfull
--#include held
--#include tally
--#include turns

local now = math.floor(clock() / 1000)
local limit = tonumber(ARGV[4])
local there = { redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]) }
local total = there[1] + there[2] + there[3]
local paused = redis.call('SISMEMBER', KEYS[10], ARGV[1]) == 1
if total == 0 or paused then
  redis.call('DEL', KEYS[4])
  return { 0, now }
end

local signalled = redis.call('LLEN', KEYS[4]) > 0
local number = tonumber(redis.call('GET', KEYS[8]) or 0)
local take = turns(there, math.min(limit, total), number)
local ids, scores = {}, {}
for _, level in ipairs({ 2, 1, 3 }) do
  if take[level] > 0 then
    local range = redis.call('ZRANGE', KEYS[level], 0, take[level] - 1, 'WITHSCORES')
    local sofar = #ids
    for at = 1, #range, 2 do
      ids[sofar + (at + 1) / 2], scores[sofar + (at + 1) / 2] = range[at], range[at + 1]
    end
  end
end
local details = redis.call('HMGET', KEYS[6], unpack(ids))
local before = redis.call('HMGET', KEYS[7], unpack(ids))

evenwhenfull(KEYS[5])
redis.call('INCRBY', KEYS[8], #ids)
local deadline = string.format('%.0f', now + tonumber(ARGV[3]))
local start, owner, format = ARGV[1] .. ':', ':' .. ARGV[2], string.format
local result, leases, deliveries = { total - #ids, now }, {}, {}
local pair, last = 0, 2
for i, id in ipairs(ids) do
  local detail = details[i]
  if detail then
    local attempt = '1'
    if before[i] then
      local _, attempts = readheld(before[i])
      attempt = format('%.0f', 1 + tonumber(attempts or 0))
    end
    local delivery = format('%.0f', number + i)
    leases[pair + 1], leases[pair + 2] = deadline, start .. id
    deliveries[pair + 1], deliveries[pair + 2] = id, delivery .. ':' .. attempt .. ':' .. scores[i] .. owner
    pair = pair + 2
    result[last + 1], result[last + 2], result[last + 3], result[last + 4] = id, delivery, attempt, detail
    last = last + 4
  end
end
if #leases > 0 then
  redis.call('ZADD', KEYS[5], unpack(leases))
  redis.call('HSET', KEYS[7], unpack(deliveries))
  redis.call('HINCRBY', KEYS[9], 'RESERVED:' .. ARGV[1], #leases / 2)
end
for level = 1, 3 do
  if take[level] > 0 then
    redis.call('ZREMRANGEBYRANK', KEYS[level], 0, take[level] - 1)
  end
end
if total == #ids then
  redis.call('DEL', KEYS[4])
elseif not signalled then
  redis.call('RPUSH', KEYS[4], '1')
end
return result
