-- Leases ready tasks to an instance, oldest first.
--
-- KEYS[1] {G}:CONSUMING:T   KEYS[2] {G}:SIGNAL:T   KEYS[3] {G}:RESERVED   KEYS[4] {G}:DETAIL   KEYS[5] {G}:DELIVERIES
-- KEYS[6] {G}:SEQUENCE
-- ARGV[1] the topic   ARGV[2] who takes them   ARGV[3] the lease in milliseconds   ARGV[4] how many at most
--
-- Returns how many are left, then four values a task: id, delivery number, attempt, detail.
--
-- An id without a detail is dropped. Delivery numbers count through the group: no two deliveries ever share one, not even
-- of a task that was finished and added again under the same id. The ids leave the list after everything that could fail
-- has been read, and the list is not looked at again.

--#include clock
--#include evenwhenfull
--#include signal

local ids = redis.call('LRANGE', KEYS[1], 0, tonumber(ARGV[4]) - 1)
if #ids == 0 then
  redis.call('DEL', KEYS[2])
  return { 0 }
end

local left = redis.call('LLEN', KEYS[1]) - #ids
local details = redis.call('HMGET', KEYS[4], unpack(ids))
local before = redis.call('HMGET', KEYS[5], unpack(ids))
evenwhenfull(KEYS[3])
local number = redis.call('INCRBY', KEYS[6], #ids) - #ids
local deadline = math.floor(clock() / 1000) + tonumber(ARGV[3])
local result, leases, deliveries = { left }, {}, {}
for i, id in ipairs(ids) do
  if details[i] then
    local attempt = 1 + tonumber(before[i] and string.match(before[i], ':(%d+):') or 0)
    local delivery = string.format('%.0f', number + i)
    leases[#leases + 1] = deadline
    leases[#leases + 1] = ARGV[1] .. ':' .. id
    deliveries[#deliveries + 1] = id
    deliveries[#deliveries + 1] = delivery .. ':' .. attempt .. ':' .. ARGV[2]
    result[#result + 1] = id
    result[#result + 1] = delivery
    result[#result + 1] = attempt
    result[#result + 1] = details[i]
  end
end

if #leases > 0 then
  redis.call('ZADD', KEYS[3], unpack(leases))
  redis.call('HSET', KEYS[5], unpack(deliveries))
end
redis.call('LPOP', KEYS[1], #ids)
if left > 0 then
  signal(KEYS[2])
else
  redis.call('DEL', KEYS[2])
end
return result
