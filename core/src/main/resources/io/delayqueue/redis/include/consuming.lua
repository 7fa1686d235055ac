-- The sorted set in which a task with this score is ready.
local function consuming(prefix, topic, score)
  local level = math.floor(score % 1 * 4)
  return prefix .. 'CONSUMING:' .. topic .. (level == 1 and ':HIGH' or level == 2 and ':LOW' or '')
end
