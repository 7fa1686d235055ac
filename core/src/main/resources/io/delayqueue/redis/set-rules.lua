-- Writes rules of topics, and limits, if those that it writes are as they were read.
--
--#keys topics rules never
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher   ARGV[3] how many fields of {G}:RULES to write
-- ARGV[4...] three values a field: its name, its text before, its text from now on; "" is no field. Fields that go come last, because a key that a write
--   has emptied is not touched again
-- Behind them: topics that may be allowed more, or for a shorter time, than before
--
-- Returns 1; or, with nothing written, 0 if a field is not as it was read. Instances that have prefetched tasks of a held topic receive a message to release
-- them.

--#include rules
--#include ready

local last = 3 + 3 * ARGV[3]
for at = 4, last, 3 do
  if (redis.call('HGET', rules, ARGV[at]) or '') ~= ARGV[at + 1] then
    return 0
  end
end
force_oom_safe_write(topics)
local plan = new_plan(clock())
for at = 4, last, 3 do
  if ARGV[at + 2] == '' then
    -- A limit leaves with its spent tokens.
    redis.call('HDEL', rules, ARGV[at], (string.gsub(ARGV[at], '^%%', '~')))
  else
    redis.call('HSET', rules, ARGV[at], ARGV[at + 2])
    -- So that a smaller burst takes effect now, also if no task is ready.
    if string.find(ARGV[at], '^%%') then
      limit_of(plan, string.sub(ARGV[at], 2))
    end
    local rule = string.find(ARGV[at], '^%a') and keep_rule(plan, ARGV[at], ARGV[at + 2])
    if rule and rule.ends > plan.now then
      publish(ARGV[1], 'paused:' .. ARGV[at])
    end
  end
end
-- What is read from here on is of the rules that are written, and no key of a foreign type stops it.
for at = last + 1, #ARGV do
  pcall(plan_lost_signal, plan, ARGV[at])
  -- One by one, because these may be more topics than one command takes.
  rule_of(plan, ARGV[at])
end
begin_ready(plan)
make_ready(plan)
return 1
