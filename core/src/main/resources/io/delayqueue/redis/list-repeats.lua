-- One page of the tasks that repeat, in the order of their ids.
--
--#keys repeats detail topics deliveries errors never
-- ARGV[1] the id to go on behind, or ""   ARGV[2] how many ids to read at most, of large tasks fewer
--
-- Returns the id to go on behind, "" at the end; then for each id what "find" returns of its task, or the id if there is no such task.

--#include describe
--#include finding

local limit = tonumber(ARGV[2])
local from = ARGV[1] == '' and '-' or '(' .. ARGV[1]
local all = read_topic_key('ZRANGE', repeats, from, '+', 'BYLEX', 'LIMIT', 0, limit) or {}
local ids, details, places, records, failures = find_tasks(all)
local result = { (#ids < #all or #all == limit) and ids[#ids] or '' }
for i, task in ipairs(describe(ids, details, records, failures, places)) do
  result[i + 1] = task or ids[i]
end
return result
