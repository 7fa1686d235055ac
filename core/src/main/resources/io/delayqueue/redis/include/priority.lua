-- A score's whole part is a time in milliseconds. The quarters of its fraction are the priorities: 0 normal, 1 high, 2 low;
-- what is finer keeps the order of adding. This is the time's score with the same priority and nothing finer.
local function with_priority(time, score)
  return time + math.min(math.floor(score % 1 * 4), 2) / 4
end

-- The level of the priority that a detail names: 0 normal, 1 high, 2 low.
local function level_of_detail(detail)
  local readable, task = pcall(cjson.decode, detail)
  local priority = readable and type(task) == 'table' and task.priority
  return priority == 'HIGH' and 1 or priority == 'LOW' and 2 or 0
end
