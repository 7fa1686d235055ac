--#include delivery
--#keys errors

-- How many attempts that went wrong are kept of a task, as Failures.MAX_ATTEMPTS in Java.
local MAX_ATTEMPTS = 20

-- What {G}:ERRORS is to have of tasks of which an attempt went wrong, as HSET takes it: the last failure as JSON, or nothing; then, each behind a line
-- feed, the attempts that went wrong as JSON, the newest first. "attempts" are tables: the id; what {G}:DELIVERIES has; the failure as JSON, or nil
-- to leave the earlier one; and fields of a JSON object that tell of the attempt, beside its number and its instance.
local function append_attempts(attempts)
  local ids, entries = {}, {}
  for i, attempt in ipairs(attempts) do
    ids[i] = attempt[1]
  end
  for i, before in ipairs(#ids > 0 and redis.call('HMGET', errors, unpack(ids)) or {}) do
    local id, record, failure, fields = unpack(attempts[i], 1, 4)
    local last, lines = string.match(before or '', '^([^\n]*)(.*)$')
    local _, number, instance = parse_delivery(record)
    if number then
      local count = 1
      for at in string.gmatch(lines, '()\n') do
        count = count + 1
        if count > MAX_ATTEMPTS then
          lines = string.sub(lines, 1, at - 1)
          break
        end
      end
      lines = '\n{"attempt":' .. number .. ',"instance":' .. cjson.encode(instance) .. ',' .. fields .. '}' .. lines
    end
    entries[2 * i - 1], entries[2 * i] = id, (failure or last) .. lines
  end
  return entries
end
