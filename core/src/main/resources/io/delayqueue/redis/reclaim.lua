-- Gives back, unstarted, the tasks of a topic that are leased to an instance which does not know of them. Goes through a
-- part of the leases; the caller repeats it with the score and the member returned.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:COUNTS   KEYS[4] {G}:PAUSED   KEYS[5] {G}:WAITING
-- KEYS[6] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the topic   ARGV[3] whose leases
-- ARGV[4] ARGV[5] the score and the member to go on behind, or "" and ""   ARGV[6] how many leases to check
-- ARGV[7...] numbers of the deliveries the instance knows of
--
-- Returns how many were given back, and the score and the member to go on behind, or "" and "" at the end.

--#include clock
--#include held
--#include page
--#include ready

local limit = tonumber(ARGV[6])
local start = ARGV[2] .. ':'
local ids, _, score, member = page(KEYS[1], start, ARGV[4], ARGV[5], limit, limit)
if #ids == 0 then
  return { 0, score, member }
end

local known = {}
for i = 7, #ARGV do
  known[ARGV[i]] = true
end
local plan = newplan(ARGV[1], { paused = KEYS[4], waiting = KEYS[5], counts = KEYS[3] }, math.floor(clock() / 1000))
local lost, takenBack = {}, {}
for i, held in ipairs(redis.call('HMGET', KEYS[2], unpack(ids))) do
  local number, _, ready, owner = readheld(held)
  if owner == ARGV[3] and not known[number] then
    lost[#lost + 1] = start .. ids[i]
    planready(plan, ARGV[2], ids[i], tonumber(ready) or 0)
    takenBack[#takenBack + 1] = ids[i]
    takenBack[#takenBack + 1] = unstarted(held)
  end
end
if #lost > 0 then
  redis.call('ZREM', KEYS[1], unpack(lost))
  makeready(plan)
  redis.call('HSET', KEYS[2], unpack(takenBack))
  redis.call('HINCRBY', KEYS[3], 'RESERVED:' .. ARGV[2], -#lost)
end
return { #lost, score, member }
