-- Removes tasks, whatever state they are in. Of a reserved one the outcome is not taken any more; who runs it is told.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:ERRORS
-- KEYS[6] {G}:COUNTS   KEYS[7] {G}:CALL:<nonce of the call>   KEYS[8] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the channel {G}:WAKE:D
-- ARGV[3] for how many milliseconds KEYS[7] keeps the answer   ARGV[4...] ids, all different
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else what "find" returns of it; the ids
-- behind are left. A second sending of the call gets the answer of the first and changes nothing: a task that was added under the
-- id between the two stays. Beyond 4 KB of details and errors the second answer has of a detail only the due time and the topic,
-- and no error.

--#include describe
--#include locate
--#include once
--#include publish
--#include takeout
--#include within

local earlier = answered(KEYS[7])
if earlier then
  return earlier
end
local ids = {}
for i = 4, #ARGV do
  ids[i - 3] = ARGV[i]
end
local details, count = within(KEYS[1], ids)
ids = { unpack(ids, 1, count) }
local held, errors = {}, {}
-- Mostly tasks are cancelled before they have run, and often none has.
local someRan = redis.call('EXISTS', KEYS[4], KEYS[5]) > 0
if someRan then
  errors, count = within(KEYS[5], ids)
  ids = { unpack(ids, 1, count) }
  held = redis.call('HMGET', KEYS[4], unpack(ids))
end
local places = locate(ARGV[1], KEYS[2], KEYS[3], ids, details)

local changes = {}
local messages = takeout(places, held, changes, 'cancelled')
redis.call('HDEL', KEYS[1], unpack(ids))
if someRan then
  redis.call('HDEL', KEYS[4], unpack(ids))
  redis.call('HDEL', KEYS[5], unpack(ids))
end
writetally(KEYS[6], changes)
for _, message in ipairs(messages) do
  publish(ARGV[2], message)
end
local result = describe(ids, details, held, errors, places)
local kept, some, room = {}, false, 4096
for i, task in ipairs(result) do
  kept[i] = task
  if task then
    some, room = true, room - #task[2] - #task[6]
    if room < 0 then
      local head = string.match(task[2], '^{"due":%d+,"topic":"[^"]*"') .. '}'
      kept[i] = { task[1], head, task[3], task[4], task[5], '' }
    end
  end
end
-- Of a call that has removed nothing each sending may be the first.
if some then
  remember(KEYS[7], ARGV[3], kept)
end
return result
