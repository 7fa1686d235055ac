-- Gives back, unstarted, the tasks of a topic that are leased to an instance which does not know of them. Goes through a
-- part of the leases; the caller repeats it with the position returned.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:COUNTS   KEYS[4] {G}:PAUSED   KEYS[5] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the topic   ARGV[3] whose leases
-- ARGV[4] the position to begin at   ARGV[5] how many leases to look at
-- ARGV[6...] numbers of the deliveries the instance knows of
--
-- Returns how many were given back, and the position to go on at or -1 at the end.

--#include consuming
--#include held
--#include ready

local from, count = tonumber(ARGV[4]), tonumber(ARGV[5])
local members = redis.call('ZRANGE', KEYS[1], from, from + count - 1)
if #members == 0 then
  return { 0, -1 }
end

local known = {}
for i = 6, #ARGV do
  known[ARGV[i]] = true
end
local candidates, ids = {}, {}
local start = ARGV[2] .. ':'
for _, member in ipairs(members) do
  if string.sub(member, 1, #start) == start then
    candidates[#candidates + 1] = member
    ids[#ids + 1] = string.sub(member, #start + 1)
  end
end

local plan = newplan(ARGV[1], KEYS[4])
local lost, takenBack = {}, {}
if #ids > 0 then
  local held = redis.call('HMGET', KEYS[2], unpack(ids))
  for i, id in ipairs(ids) do
    local number, _, score, owner = readheld(held[i])
    if owner == ARGV[3] and not known[number] then
      lost[#lost + 1] = candidates[i]
      planready(plan, ARGV[2], id, tonumber(score) or 0)
      takenBack[#takenBack + 1] = id
      takenBack[#takenBack + 1] = unstarted(held[i])
    end
  end
end
if #lost > 0 then
  redis.call('ZREM', KEYS[1], unpack(lost))
  makeready(plan)
  redis.call('HSET', KEYS[2], unpack(takenBack))
  redis.call('HINCRBY', KEYS[3], 'RESERVED:' .. ARGV[2], -#lost)
end

local next = from + #members - #lost
if #members < count then
  next = -1
end
return { #lost, next }
