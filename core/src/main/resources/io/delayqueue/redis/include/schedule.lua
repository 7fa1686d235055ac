--#include base

--#keys waiting

local function last_score(read, key, first)
  local found = read('ZREVRANGEBYSCORE', key, string.format('(%.17g', first + 0.25), string.format('%.17g', first),
    'WITHSCORES', 'LIMIT', 0, 1)
  return found and tonumber(found[2])
end

-- What one script knows of the scores that are taken: by itself, and in {G}:WAITING. If it is going to ask of many tasks, it asks
-- for the end first: what is due after all others, as when all delays are equal, needs no further question.
local function new_slots(tasks)
  local latest = math.huge
  if tasks > 2 then
    latest = tonumber(redis.call('ZRANGE', waiting, -1, -1, 'WITHSCORES')[2]) or 0
  end
  return { latest = latest, taken = {} }
end

-- The score of a new task: behind those of the same millisecond and level that wait, and, if that millisecond is over ("ready"
-- is the key of the sorted set it will go to, else false), behind those of its topic that are ready already. After some 1,000
-- such tasks the fraction has no room left, and the order among the rest is that of their ids.
local function slot_score(slots, ready, due, level)
  local taken, first = slots.taken, due + level / 4
  local last = taken[first] or first <= slots.latest and last_score(redis.call, waiting, first)
  if ready and not taken[ready .. first] then
    taken[ready .. first] = true
    local readied = last_score(read_topic_key, ready, first)
    last = readied and math.max(last or readied, readied) or last
  end
  local score = first
  if last then
    -- What a double has room for: less, the further away the time is.
    local step = 1 / (due < 2 ^ 41 and 4096 or due < 2 ^ 42 and 2048 or 16)
    score = math.min(last + step, first + 0.25 - step)
  end
  taken[first] = score
  return score
end

-- The head's time before a change, in milliseconds; nil if there is none, or if the change comes too late to tell the pusher of.
local function head_before(due, now, sweep)
  return due <= now + sweep and tonumber(redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')[2]) or nil
end

-- Tells the pusher of a new head. "before" is the head's time before the change or nil, "due" the earliest new time. A
-- head beyond the pusher's next look needs no message: the pusher comes by itself.
local function wake(channel, before, due, now, sweep)
  if due <= now + sweep and (before == nil or due < before) then
    publish(channel, string.format('%.0f', due))
  end
end
