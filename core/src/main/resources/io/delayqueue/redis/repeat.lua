-- Makes tasks that repeat wait for their next run: what finishes one run begins the wait for the next. Attempts count anew.
--
--#keys reserved deliveries waiting errors counts detail
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] eight values a delivery: topic, id, number, instance; how and milliseconds: "rate" the first multiple of the period
--   after the due time that is not over, "delay" from now, "at" since the epoch; error, or "" if the run did not fail; what is
--   kept of the attempt beside it
--
-- Returns how many deliveries were seen to, of large tasks the first of them, and the 1-based indexes of the stale ones.

--#include attempts
--#include bounds
--#include fence
--#include priority
--#include schedule
--#include tally

local current, fenced = fence(3, 8)
local stored, read = read_within(detail, current.ids)
local count = #read
local seen = count < #current.ids and (current.at[count + 1] - 3) / 8 or fenced[1]
local result = { seen }
for i = 2, #fenced do
  if fenced[i] <= seen then
    result[#result + 1] = fenced[i]
  end
end
if count == 0 then
  return result
end
for name, list in pairs(current) do
  current[name] = { unpack(list, 1, count) }
end
local now = math.ceil(clock() / 1000)
-- Looked at whenever the tasks are due: where the key is missing, the error has to come before anything is written.
local head = tonumber(redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')[2])
local scores, details, failed, well, changes, earliest = {}, {}, {}, {}, {}, nil
for i, at in ipairs(current.at) do
  tally(changes, 'RESERVED', current.topics[i], -1)
  local before, rest = string.match(stored[i] or '', '^{"due":(%d+),(.*)$')
  if before then
    local how, millis = ARGV[at + 4], tonumber(ARGV[at + 5])
    local due = millis
    if how == 'rate' then
      due = tonumber(before)
      due = due + millis * math.max(1, math.floor((now - due) / millis) + 1)
    elseif how == 'delay' then
      due = now + millis
    end
    scores[#scores + 1] = with_priority(due, tonumber(current.scores[i]) or due)
    scores[#scores + 1] = current.members[i]
    details[#details + 1] = current.ids[i]
    details[#details + 1] = '{"due":' .. string.format('%.0f', due) .. ',' .. rest
    if ARGV[at + 6] == '' then
      well[#well + 1] = current.ids[i]
    else
      failed[#failed + 1] = { current.ids[i], current.held[i], ARGV[at + 6], ARGV[at + 7] }
    end
    if not earliest or due < earliest then
      earliest = due
    end
    tally(changes, 'WAITING', current.topics[i], 1)
  end
end
local attempts = append_attempts(failed)
redis.call('ZREM', reserved, unpack(current.members))
redis.call('HDEL', deliveries, unpack(current.ids))
if #scores > 0 then
  redis.call('ZADD', waiting, unpack(scores))
  redis.call('HSET', detail, unpack(details))
end
-- In this order: a key that a write has emptied is not touched again.
if #attempts > 0 then
  redis.call('HSET', errors, unpack(attempts))
end
if #well > 0 then
  redis.call('HDEL', errors, unpack(well))
end
write_tally(changes)
if earliest then
  wake(ARGV[1], head, earliest, now, tonumber(ARGV[2]))
end
return result
