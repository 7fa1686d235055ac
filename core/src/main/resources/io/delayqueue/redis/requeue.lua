-- Makes dead letters ready again. Their attempts start at 1; their last error stays until the next.
--
--#keys detail deliveries rules call topics never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4] the topic whose dead letters alone are meant, or ""
-- ARGV[5] the detail that a single dead letter is to have still, or ""   ARGV[6] its other detail, of the same due
--   time and topic
-- ARGV[7] the tag of the tasks that alone are meant, or ""   ARGV[8...] ids, all different
--
-- Returns how many ids were seen to, of large tasks the first of them, and the 1-based indexes of those that were dead
-- letters; 0 alone if the dead letter has another detail than ARGV[5]. A second sending of the call gets the answer of
-- the first if that has changed something, and changes nothing: what died again between the two stays dead.

--#include answers
--#include bounds
--#include delivery
--#include locations
--#include priority
--#include ready
--#include tags

local details, ids = read_within(detail, { unpack(ARGV, 8) })
local plan, requeued, dead, records = new_plan(clock()), { #ids }, {}, {}
local locations = locate(ids, details)
for i, id in ipairs(ids) do
  local location = locations[i]
  if location and location.state == DEAD and (ARGV[4] == '' or ARGV[4] == location.topic)
    and has_tag(details[i], ARGV[7]) then
    if ARGV[5] ~= '' and details[i] ~= ARGV[5] then
      return { 0 }
    end
    local score = with_fraction(plan.now, location.score)
    append(requeued, i)
    append(records, id, requeued_delivery(score))
    plan_arrival(plan, location.topic, id, score, details[i])
    append_to(dead, location.key, id)
  end
end
if #records > 0 then
  make_ready(plan)
  if ARGV[5] ~= '' then
    rcall('HSET', detail, ids[1], ARGV[6])
  end
  call_each('ZREM', dead)
  call_with('HSET', deliveries, records)
  remember(ARGV[3], requeued)
end
return requeued
