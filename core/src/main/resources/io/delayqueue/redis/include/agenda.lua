--#include base
--#include topic_keys
--#keys topics

-- {G}:TOPICS is the group's agenda: by topic the time, in whole milliseconds, at which the pusher has to check it, or +inf. It is never
-- later than now, or than the first score of {G}:WAITING:T and {G}:RESERVED:T if that is later: a script that adds a score there writes the
-- agenda first, and only the pusher, having read both, sets a later time, after all tasks are written. A step cut short leaves a time that is too early, which costs a check.

-- Fails, before anything is written, if the sorted set of a topic's delayed tasks is of a foreign type.
local function check_waiting(times)
  for topic in pairs(times) do
    redis.call('ZCARD', waiting_key(topic))
  end
end

-- Enters times by topic, before their scores are written. Wakes the pusher if the earliest time comes before all others of the group and before the
-- next check of the pusher. ARGV[1] is the channel {G}:WAKE:D, and ARGV[2] has the milliseconds between two checks of the pusher.
local function schedule(times, now)
  local entries, soonest = {}, math.huge
  for topic, time in pairs(times) do
    append(entries, string.format('%.0f', time), topic)
    soonest = math.min(soonest, time)
  end
  local changed = redis.call('ZADD', topics, 'LT', 'CH', unpack(entries))
  if changed > 0 and soonest <= now + ARGV[2] and tonumber(redis.call('ZRANGE', topics, 0, 0, 'WITHSCORES')[2]) == soonest then
    publish(ARGV[1], string.format('%.0f', soonest))
  end
end
