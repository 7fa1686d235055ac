-- One page of the tasks of a topic in one sorted set.
--
-- KEYS[1] the sorted set: {G}:WAITING, {G}:RESERVED, {G}:DEAD:T or one of {G}:CONSUMING:T
-- KEYS[2] {G}:DETAIL   KEYS[3] {G}:DELIVERIES   KEYS[4] {G}:ERRORS
-- ARGV[1] the state's number, as "find" returns it   ARGV[2] how members of the topic begin: "T:" or ""
-- ARGV[3] ARGV[4] the score and the member to go on behind, or "" and ""
-- ARGV[5] how many members to look at   ARGV[6] how many tasks to return at most
--
-- Returns the score and the member to go on behind, or "" and "" at the end; then what "find" returns of each task.

--#include page
--#include describe

local ids, scores, score, member = page(KEYS[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6]))
local result = { score, member }
if #ids > 0 then
  local places = {}
  for i = 1, #ids do
    places[i] = { state = tonumber(ARGV[1]), score = tonumber(scores[i]) }
  end
  local details = redis.call('HMGET', KEYS[2], unpack(ids))
  local held = redis.call('HMGET', KEYS[3], unpack(ids))
  local errors = redis.call('HMGET', KEYS[4], unpack(ids))
  for _, task in ipairs(describe(ids, details, held, errors, places)) do
    if task then
      result[#result + 1] = task
    end
  end
end
return result
