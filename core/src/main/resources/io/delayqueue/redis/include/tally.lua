--#keys counts

-- Counts of tasks by state and topic, gathered while a script reads, written once at its end.
local function tally(changes, state, topic, number)
  local topics = changes[state]
  if not topics then
    topics = {}
    changes[state] = topics
  end
  topics[topic] = (topics[topic] or 0) + number
end

local function write_tally(changes)
  for state, topics in pairs(changes) do
    for topic, number in pairs(topics) do
      if number ~= 0 then
        redis.call('HINCRBY', counts, state .. ':' .. topic, number)
      end
    end
  end
end
