local function lastscore(key, first)
  return tonumber(redis.call('ZREVRANGEBYSCORE', key, string.format('(%.17g', first + 0.25), string.format('%.17g', first),
    'WITHSCORES', 'LIMIT', 0, 1)[2])
end

-- The score of a new task: behind those of the same millisecond and level that wait, and, if that millisecond is over,
-- behind those of its topic that are ready already. After some 1,000 such tasks the fraction has no room left, and the order
-- among the rest is that of their ids. "taken" remembers between the calls of one script what is about to be written.
local function slot(waiting, ready, due, level, taken)
  local first = due + level / 4
  local last = taken[first] or lastscore(waiting, first)
  local readied = ready and not taken[ready .. first] and lastscore(ready, first)
  if readied then
    taken[ready .. first] = true
    last = math.max(last or readied, readied)
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
