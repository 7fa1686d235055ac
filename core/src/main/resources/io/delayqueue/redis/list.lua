-- One page of the tasks of a topic in one state.
--
--#keys detail deliveries errors sets...
-- "sets" are the sorted sets to go through one after the other: {G}:WAITING:T, {G}:RESERVED:T, {G}:DEAD:T or some of {G}:CONSUMING:T
-- ARGV[1] the state's number, as "find" returns it
-- ARGV[2] ARGV[3] the score and the member of the first set to go on behind, or "" and ""
-- ARGV[4] how many tasks to return at most, of large ones fewer
--
-- Returns the number of the sorted set, from 0, with the score and the member in it to go on behind, "" and "" at the end of the last;
-- then what "find" returns of each task.

--#include bounds
--#include describe
--#include history
--#include page

local ids, places = {}, {}
local state, limit = tonumber(ARGV[1]), tonumber(ARGV[4])
local score, member = ARGV[2], ARGV[3]
local at = 0
repeat
  at = at + 1
  local some, scores
  some, scores, score, member = page(sets[at], score, member, limit - #ids)
  for i, id in ipairs(some) do
    ids[#ids + 1] = id
    places[#places + 1] = { state = state, score = tonumber(scores[i]), set = at, text = scores[i] }
  end
until score ~= '' or at == #sets
local details, some = read_within(detail, ids)
local records, failures, _, count = read_history(some, places)
if count < #ids then
  local last = places[count]
  at, score, member = last.set, last.text, ids[count]
end
local result = { at - 1, score, member }
for _, task in ipairs(describe({ unpack(ids, 1, count) }, details, records, failures, places)) do
  result[#result + 1] = task or nil
end
return result
