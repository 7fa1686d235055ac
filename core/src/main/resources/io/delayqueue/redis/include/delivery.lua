-- {G}:DELIVERIES holds of a task its newest delivery: the number, the attempts begun, and the instance. All tasks of one reserve that are
-- delivered for the first time have the same text. Behind a further colon is the score with which the task was ready, if it had a history
-- then: of others it is the due time of the detail, with the priority. What later versions add behind it is ignored.
local function parse_delivery(held)
  local number, attempts, instance, rest = string.match(held or '', '^(%d+):(%d+):([^:]*)(.*)$')
  return number, attempts, instance, rest and string.match(rest, '^:([^:]+)')
end

-- The text of a first delivery.
local function first_delivery(number, instance)
  return number .. ':1:' .. instance
end
