-- What {G}:DELIVERIES holds of a task: the number of its newest delivery, the attempts begun, the score with which the task
-- was ready, and the instance that took it.
local function parse_delivery(held)
  return string.match(held or '', '^(%d+):(%d+):([^:]*):(.*)$')
end

-- The same with the last attempt taken back: its callback never began.
local function without_attempt(held)
  local number, attempts, score, owner = parse_delivery(held)
  return number .. ':' .. string.format('%.0f', tonumber(attempts) - 1) .. ':' .. score .. ':' .. owner
end
