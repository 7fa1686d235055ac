-- One page of the failures of a topic's dead letters, the newest first.
--
--#keys errors dead
-- ARGV[1] ARGV[2] the score and the member to go on before, or "" and ""
-- ARGV[3] how many failures to return at most, of large ones fewer
--
-- Returns the number of all dead letters of the topic, and the score and the member to go on before, "" and "" at the end; then three
-- values each: the id, the time of death in milliseconds, the beginning of the failure, up to its message if it has a stack, or "".

--#include bounds
--#include page

-- Enough for the kind of a failure.
local function beginning(failure)
  local line = string.match(failure or '', '^[^\n]*')
  if not string.find(line, '"stack":', 1, true) then
    return string.sub(line, 1, 8000)
  end
  local message = string.find(line, '"message":', 1, true) or 1001
  return string.sub(line, 1, math.min(1000, message - 1))
end

local total = read_topic_key('ZCARD', dead) or 0
local before = total
if total > 0 and ARGV[1] ~= '' then
  local there = redis.call('ZSCORE', dead, ARGV[2])
  local is_there = there and tonumber(there) == tonumber(ARGV[1])
  before = rank_behind(dead, ARGV[1], ARGV[2]) - (is_there and 1 or 0)
end
local result = { total, '', '' }
if before > 0 then
  local first = math.max(0, before - tonumber(ARGV[3]))
  local range = redis.call('ZRANGE', dead, first, before - 1, 'WITHSCORES')
  local ids, scores = {}, {}
  for at = #range - 1, 1, -2 do
    ids[#ids + 1] = range[at]
    scores[#scores + 1] = range[at + 1]
  end
  local failures, read = read_within(errors, ids)
  for i, id in ipairs(read) do
    result[#result + 1] = id
    result[#result + 1] = string.format('%.0f', math.floor(scores[i]))
    result[#result + 1] = beginning(failures[i])
  end
  if first > 0 or #read < #ids then
    result[2], result[3] = scores[#read], read[#read]
  end
end
return result
