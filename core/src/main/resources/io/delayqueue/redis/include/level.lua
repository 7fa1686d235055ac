-- A score's whole part is a time in milliseconds. The quarters of its fraction are the priorities: 0 normal, 1 high, 2 low;
-- what is finer keeps the order of adding. This is the time's score with the same priority and nothing finer.
local function atlevel(time, score)
  return time + math.min(math.floor(score % 1 * 4), 2) / 4
end
