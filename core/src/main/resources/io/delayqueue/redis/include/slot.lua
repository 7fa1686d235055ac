--#include topickey
--#keys waiting

local function lastscore(read, key, first)
  local found = read('ZREVRANGEBYSCORE', key, string.format('(%.17g', first + 0.25), string.format('%.17g', first),
    'WITHSCORES', 'LIMIT', 0, 1)
  return found and tonumber(found[2])
end

-- What one script knows of the scores that are taken: by itself, and in {G}:WAITING. If it is going to ask of many tasks, it asks
-- for the end first: what is due after all others, as when all delays are equal, needs no further question.
local function newslots(tasks)
  local latest = math.huge
  if tasks > 2 then
    latest = tonumber(redis.call('ZRANGE', waiting, -1, -1, 'WITHSCORES')[2]) or 0
  end
  return { latest = latest, taken = {} }
end

-- The score of a new task: behind those of the same millisecond and level that wait, and, if that millisecond is over ("ready"
-- is the key of the sorted set it will go to, else false), behind those of its topic that are ready already. After some 1,000
-- such tasks the fraction has no room left, and the order among the rest is that of their ids.
local function slot(slots, ready, due, level)
  local taken, first = slots.taken, due + level / 4
  local last = taken[first] or first <= slots.latest and lastscore(redis.call, waiting, first)
  if ready and not taken[ready .. first] then
    taken[ready .. first] = true
    local readied = lastscore(topickey, ready, first)
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
