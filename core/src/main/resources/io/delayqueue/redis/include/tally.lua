-- Counts of tasks by state and topic, gathered while a script reads, written once at its end.
local function tally(changes, state, topic, number)
  local field = state .. ':' .. topic
  changes[field] = (changes[field] or 0) + number
end

local function writetally(counts, changes)
  for field, number in pairs(changes) do
    if number ~= 0 then
      redis.call('HINCRBY', counts, field, number)
    end
  end
end
