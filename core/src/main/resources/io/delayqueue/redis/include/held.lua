-- What {G}:DELIVERIES holds of a task: the number of its newest delivery, the attempts begun, the score with which the task
-- was ready, and the instance that took it.
local function readheld(held)
  return string.match(held or '', '^(%d+):(%d+):([^:]*):(.*)$')
end

-- The same with the last attempt taken back: its callback never began.
local function unstarted(held)
  local number, attempts, score, owner = readheld(held)
  return number .. ':' .. string.format('%.0f', tonumber(attempts) - 1) .. ':' .. score .. ':' .. owner
end
