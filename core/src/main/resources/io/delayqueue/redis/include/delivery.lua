-- The record of a task in {G}:DELIVERIES is its newest delivery: the number, the attempts begun, and the instance. All tasks of one reserve that are
-- delivered for the first time have the same record. Behind a further colon is the score with which the task was ready, if it had a history
-- then: of other tasks the score is the due time of the detail, with the priority. A pause before the first attempt writes the score with which the
-- task waits. What is behind that score, such as ":interrupt" or what later versions add, stays as it is.
local function parse_delivery(record)
  local number, attempts, instance, rest = string.match(record or '', '^(%d+):(%d+):([^:]*)(.*)$')
  return number, attempts, instance, rest and string.match(rest, '^:([^:]+)'), rest and string.match(rest, '^:[^:]*(.*)$') or ''
end

-- The text of a delivery of a task that returns to a score, a number, with what is behind the score.
local function delivery_from(number, attempts, instance, score, more)
  return number .. ':' .. attempts .. ':' .. instance .. ':' .. string.format('%.3f', score) .. more
end

-- The text of a first delivery.
local function first_delivery(number, instance)
  return number .. ':1:' .. instance
end
