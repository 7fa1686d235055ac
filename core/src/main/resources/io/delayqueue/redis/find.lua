-- Finds tasks.
--
--#keys detail topics deliveries errors never
-- ARGV ids
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else: id, detail, 0 ready, 1 delayed,
-- 2 reserved or 3 dead, the state's score, the delivery or "", the last error or "".

--#include describe
--#include finding

local ids, details, places, records, failures = find_tasks(ARGV)
return describe(ids, details, records, failures, places)
