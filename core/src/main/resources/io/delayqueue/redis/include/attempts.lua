--#include delivery
--#keys errors

-- How many attempts that went wrong are kept of a task, as FailureSummary has it.
local MAX_ATTEMPTS = 20

-- What {G}:ERRORS is to hold of a task of which an attempt went wrong: the last failure as JSON, or nothing; then, each behind
-- a line feed, the attempts that went wrong as JSON, the newest first. "before" is what it holds now, if anything,
-- and "held" what {G}:DELIVERIES does; "failure" is the failure as JSON, or nil to leave the one that is there; "fields" are
-- fields of a JSON object that tell of the attempt, beside its number and its instance.
local function append_attempt(before, held, failure, fields)
  local last, lines = string.match(before or '', '^([^\n]*)(.*)$')
  local _, attempt, instance = parse_delivery(held)
  if not attempt then
    return (failure or last) .. lines
  end
  local count = 1
  for at in string.gmatch(lines, '()\n') do
    count = count + 1
    if count > MAX_ATTEMPTS then
      lines = string.sub(lines, 1, at - 1)
      break
    end
  end
  local line = '{"attempt":' .. attempt .. ',"instance":' .. cjson.encode(instance) .. ',' .. fields .. '}'
  return (failure or last) .. '\n' .. line .. lines
end

-- The same of many tasks; "attempts" are tables of id, held, failure and fields. Returns what HSET takes.
local function append_attempts(attempts)
  local ids, entries = {}, {}
  for i, attempt in ipairs(attempts) do
    ids[i] = attempt[1]
  end
  if #ids > 0 then
    for i, before in ipairs(redis.call('HMGET', errors, unpack(ids))) do
      local id, held, failure, fields = unpack(attempts[i], 1, 4)
      entries[2 * i - 1], entries[2 * i] = id, append_attempt(before, held, failure, fields)
    end
  end
  return entries
end
