-- Finds tasks.
--
--#keys detail topics deliveries errors never
-- ARGV ids
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else: id, detail, 0 ready, 1 delayed,
-- 2 reserved or 3 dead, the state's score, the delivery or "", the last error or "".

--#include describe
--#include history
--#include places

local details, ids = read_within(detail, ARGV)
local places = locate(ids, details)
local held, failures, _, count = read_history(ids, places)
return describe({ unpack(ids, 1, count) }, details, held, failures, places)
