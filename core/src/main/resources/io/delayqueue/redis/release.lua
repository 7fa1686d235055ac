-- Gives tasks back: ready at once, in the place they had.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES   KEYS[3] {G}:COUNTS   KEYS[4] {G}:PAUSED
-- KEYS[5] {G}:WAITING   KEYS[6] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2...] five values a delivery: topic, id, number, instance, 1 if its callback had begun, else 0: the attempt does not count
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include clock
--#include fence
--#include ready
--#include tally

local current, reply = fence(KEYS[1], KEYS[2], 2, 5)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local plan = newplan(ARGV[1], { paused = KEYS[4], waiting = KEYS[5], counts = KEYS[3] }, now)
  local takenBack, changes = {}, {}
  for i, at in ipairs(current.at) do
    planready(plan, current.topics[i], current.ids[i], scoreheld(current.held[i], now))
    tally(changes, 'RESERVED', current.topics[i], -1)
    if ARGV[at + 4] == '0' then
      takenBack[#takenBack + 1] = current.ids[i]
      takenBack[#takenBack + 1] = unstarted(current.held[i])
    end
  end
  redis.call('ZREM', KEYS[1], unpack(current.members))
  makeready(plan)
  if #takenBack > 0 then
    redis.call('HSET', KEYS[2], unpack(takenBack))
  end
  writetally(KEYS[3], changes)
end
return reply
