-- Gives tasks back: ready at once, in the place they had.
--
--#keys reserved deliveries counts paused waiting never
-- ARGV five values a delivery: topic, id, number, instance, 1 if its callback had begun, else 0: the attempt does not count
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include clock
--#include fence
--#include ready
--#include tally

local current, reply = fence(1, 5)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local plan = newplan(now)
  local takenBack, changes = {}, {}
  for i, at in ipairs(current.at) do
    planready(plan, current.topics[i], current.ids[i], scoreheld(current.held[i], now))
    tally(changes, 'RESERVED', current.topics[i], -1)
    if ARGV[at + 4] == '0' then
      takenBack[#takenBack + 1] = current.ids[i]
      takenBack[#takenBack + 1] = unstarted(current.held[i])
    end
  end
  redis.call('ZREM', reserved, unpack(current.members))
  makeready(plan)
  if #takenBack > 0 then
    redis.call('HSET', deliveries, unpack(takenBack))
  end
  writetally(changes)
end
return reply
