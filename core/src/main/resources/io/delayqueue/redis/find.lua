-- Looks tasks up.
--
--#keys detail waiting reserved deliveries errors never
-- ARGV ids
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else: id, detail, 0 ready, 1 delayed,
-- 2 reserved or 3 dead, the state's score, the delivery or "", the last error or "".

--#include describe
--#include locate
--#include within

local details, count = within(detail, ARGV)
local ids = { unpack(ARGV, 1, count) }
local failures, fewer = within(errors, ids)
ids = { unpack(ids, 1, fewer) }
local held = redis.call('HMGET', deliveries, unpack(ids))
return describe(ids, details, held, failures, locate(ids, details))
