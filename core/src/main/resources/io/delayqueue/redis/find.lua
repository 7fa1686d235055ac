-- Finds tasks.
--
--#keys detail waiting reserved deliveries errors never
-- ARGV ids
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else: id, detail, 0 ready, 1 delayed,
-- 2 reserved or 3 dead, the state's score, the delivery or "", the last error or "".

--#include describe
--#include places

local details, ids = read_within(detail, ARGV)
local failures
failures, ids = read_within(errors, ids)
local held = redis.call('HMGET', deliveries, unpack(ids))
return describe(ids, details, held, failures, locate(ids, details))
