-- Removes tasks, whatever state they are in. Of a reserved one the outcome is not taken any more; who runs it is told.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:ERRORS
-- KEYS[6] {G}:COUNTS
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the channel {G}:WAKE
-- ARGV[3...] ids, all different
--
-- Returns for each id nil if there is no such task, else what "find" returns of it.

--#include publish
--#include topicof
--#include tally
--#include held
--#include locate
--#include takeout
--#include describe

local ids = {}
for i = 3, #ARGV do
  ids[i - 2] = ARGV[i]
end
local details = redis.call('HMGET', KEYS[1], unpack(ids))
local held, errors = {}, {}
-- Mostly tasks are cancelled before they have run, and often none has.
local someRan = redis.call('EXISTS', KEYS[4], KEYS[5]) > 0
if someRan then
  held = redis.call('HMGET', KEYS[4], unpack(ids))
  errors = redis.call('HMGET', KEYS[5], unpack(ids))
end
local places = locate(ARGV[1], KEYS[2], KEYS[3], ids, details)

local changes = {}
local messages = takeout(places, held, changes)
redis.call('HDEL', KEYS[1], unpack(ids))
if someRan then
  redis.call('HDEL', KEYS[4], unpack(ids))
  redis.call('HDEL', KEYS[5], unpack(ids))
end
writetally(KEYS[6], changes)
for _, message in ipairs(messages) do
  publish(ARGV[2], message)
end
return describe(ids, details, held, errors, places)
