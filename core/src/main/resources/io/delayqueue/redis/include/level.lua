-- A score's whole part is a time in milliseconds. The quarters of its fraction are the priorities: 0 normal, 1 high, 2 low;
-- what is finer keeps the order of adding. This is the time's score with the same priority and nothing finer.
local function atlevel(time, score)
  return time + math.min(math.floor(score % 1 * 4), 2) / 4
end

-- The sorted set in which a task with this score is ready.
local function consuming(prefix, topic, score)
  local level = math.floor(score % 1 * 4)
  return prefix .. 'CONSUMING:' .. topic .. (level == 1 and ':HIGH' or level == 2 and ':LOW' or '')
end
