-- The level of the priority that a detail names: 0 normal, 1 high, 2 low.
local function levelof(detail)
  local readable, task = pcall(cjson.decode, detail)
  local priority = readable and type(task) == 'table' and task.priority
  return priority == 'HIGH' and 1 or priority == 'LOW' and 2 or 0
end
