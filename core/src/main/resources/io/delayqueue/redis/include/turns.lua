-- Which priority each of some tasks is to be of (1 normal, 2 high, 3 low). Of 16 turns one is the low ones', three are the normal
-- ones', the rest the high ones'; a priority without tasks leaves its turn to the highest that has some. Turns are spread by
-- the golden ratio of the group's count of deliveries: whatever part of them a topic gets, it gets turns of each kind. Fewer
-- turns are the first of more. Returns how many are of each priority, and the priority of each turn, or nil if all are normal.
local function turns(there, number, last)
  local take, order = { 0, 0, 0 }, {}
  if there[2] == 0 and there[3] == 0 then
    take[1] = number
    return take, nil
  end
  for i = 1, number do
    local turn = (last + i) * 0.6180339887498949 % 1
    local level = turn < 1 / 16 and 3 or turn < 4 / 16 and 1 or 2
    if take[level] == there[level] then
      level = take[2] < there[2] and 2 or take[1] < there[1] and 1 or 3
    end
    order[i], take[level] = level, take[level] + 1
  end
  return take, order
end
