-- Checks whether an instance has to push a group before its next check. Keeps the claim on pushing of an instance that has not, or asks
-- for the claim of another instance.
--
--#keys topics pusher others sets... consuming+ consuming_high+ consuming_low+ behind+
-- ARGV[1] who checks   ARGV[2] the longest wait between two checks, in milliseconds
-- ARGV[3] how long the claim on pushing outlasts the wait, in milliseconds
-- The keys of topics are those of the group if the instance had the claim, and none otherwise.
--
-- Returns 1 if the instance has to push.

--#include base

local sweep, claim, had_claim = tonumber(ARGV[2]), tonumber(ARGV[3]), #sets > 0
local holder = rcall('GET', pusher)
if (holder == ARGV[1]) ~= had_claim then
  return 1
end
if had_claim then
  local first = score_at(topics, 0)
  -- Twice the wait, because the next check may be late.
  if first < math.huge and first <= clock_millis() + 2 * sweep or rcall('EXISTS', unpack(sets)) > 0 then
    return 1
  end
  rcall('PEXPIRE', pusher, sweep + claim)
  return 0
end
-- A claim that lasts longer than one is made for does not count, as in a push.
local left = holder and rcall('PTTL', pusher) or 0
if left <= sweep or left > sweep + claim then
  return 1
end
force_oom_safe_write(topics)
rcall('SET', others, '1', 'PX', 3 * claim)
return 0
