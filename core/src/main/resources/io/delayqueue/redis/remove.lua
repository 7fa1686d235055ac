-- Removes tasks in any state. The outcome of a reserved one is stale; the instance that runs it receives a message.
--
--#keys detail waiting reserved deliveries errors counts call never
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] for how many milliseconds "call" keeps the answer   ARGV[3...] ids, all different
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else what "find" returns of it; the ids
-- behind are left. A second sending of the call gets the answer of the first and changes nothing: a task that was added under the
-- id between the two stays. Beyond 4 KB of details and errors the second answer has of a detail only the due time and the topic,
-- and no error.

--#include answers
--#include describe
--#include removal

local earlier = answered()
if earlier then
  return earlier
end
local ids = {}
for i = 3, #ARGV do
  ids[i - 2] = ARGV[i]
end
local details
details, ids = read_within(detail, ids)
local held, failures = {}, {}
-- Mostly tasks are removed before they have run, and often none has.
local some_ran = redis.call('EXISTS', deliveries, errors) > 0
if some_ran then
  failures, ids = read_within(errors, ids)
  held = redis.call('HMGET', deliveries, unpack(ids))
end
local places = locate(ids, details)

local changes = {}
local messages = remove_members(places, held, changes, 'removed')
redis.call('HDEL', detail, unpack(ids))
if some_ran then
  redis.call('HDEL', deliveries, unpack(ids))
  redis.call('HDEL', errors, unpack(ids))
end
write_tally(changes)
for _, message in ipairs(messages) do
  publish(ARGV[1], message)
end
local result = describe(ids, details, held, failures, places)
local kept, some, room = result, false, 4096
for i, task in ipairs(result) do
  if task then
    some, room = true, room - #task[2] - #task[6]
    if room < 0 then
      if kept == result then
        kept = { unpack(result) }
      end
      local head = string.match(task[2], '^{"due":%d+,"topic":"[^"]*"') .. '}'
      kept[i] = { task[1], head, task[3], task[4], task[5], '' }
    end
  end
end
-- Of a call that has removed nothing each sending may be the first.
if some then
  remember(ARGV[2], kept)
end
return result
