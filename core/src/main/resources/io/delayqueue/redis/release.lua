-- Releases tasks: ready at once, in their previous place.
--
--#keys reserved deliveries counts paused waiting never
-- ARGV five values a delivery: topic, id, number, instance, 1 if its callback had begun, else 0: the attempt does not count
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones.

--#include fence
--#include ready
--#include tally

local current, reply = fence(1, 5)
if #current.ids > 0 then
  local now = math.floor(clock() / 1000)
  local plan = new_plan(now)
  local taken_back, changes = {}, {}
  for i, at in ipairs(current.at) do
    plan_ready(plan, current.topics[i], current.ids[i], tonumber(current.scores[i]) or now)
    tally(changes, 'RESERVED', current.topics[i], -1)
    if ARGV[at + 4] == '0' then
      taken_back[#taken_back + 1] = current.ids[i]
      taken_back[#taken_back + 1] = without_attempt(current.held[i])
    end
  end
  redis.call('ZREM', reserved, unpack(current.members))
  make_ready(plan)
  if #taken_back > 0 then
    redis.call('HSET', deliveries, unpack(taken_back))
  end
  write_tally(changes)
end
return reply
