-- Looks tasks up.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:ERRORS
-- KEYS[6] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2...] ids
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else: id, detail, 0 ready, 1 delayed,
-- 2 reserved or 3 dead, the state's score, the delivery or "", the last error or "".

--#include describe
--#include locate
--#include within

local ids = {}
for i = 2, #ARGV do
  ids[i - 1] = ARGV[i]
end
local details, count = within(KEYS[1], ids)
ids = { unpack(ids, 1, count) }
local errors, fewer = within(KEYS[5], ids)
ids = { unpack(ids, 1, fewer) }
local held = redis.call('HMGET', KEYS[4], unpack(ids))
return describe(ids, details, held, errors, locate(ARGV[1], KEYS[2], KEYS[3], ids, details))
