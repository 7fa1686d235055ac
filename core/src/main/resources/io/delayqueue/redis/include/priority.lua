-- docs/data-layout.md draws the bits of a score: the time in milliseconds, the priority in the quarters of the fraction (the level: 0 normal, 1 high,
-- 2 low), and the mark of a task with a history.
local HISTORY = 0.125

-- The score of another time with the same fraction.
local function with_fraction(time, score)
  return time + score % 1
end

local function has_history(score)
  return score % 0.25 >= HISTORY
end

-- The score of another time with the same priority, of a task with a history.
local function with_history(time, score)
  return time + math.floor(score % 1 * 4) / 4 + HISTORY
end

-- The score of another time with the same priority, of a task without a history.
local function without_history(time, score)
  return time + math.floor(score % 1 * 4) / 4
end
