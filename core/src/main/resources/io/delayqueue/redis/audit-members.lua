-- Reads a part of a sorted set, each member together with its detail.
--
--#keys detail topics waiting reserved sets...
-- "sets" is one sorted set of the topic: {G}:WAITING:T, {G}:RESERVED:T, {G}:DEAD:T or one of {G}:CONSUMING:T
-- ARGV[1] the topic   ARGV[2] ARGV[3] the score and the member to go on behind, or "" and ""
-- ARGV[4] how many members to check, of large tasks fewer
-- ARGV[5] by how many milliseconds the agenda may be late
--
-- Returns the score and the member to go on behind, or "" and "" at the end; how many were looked at; what is wrong, three values each:
-- "W" without a detail or "O" of another topic, the id, the detail's topic or ""; "T" the agenda has the topic too late, "", "".

--#include base
--#include bounds
--#include detail
--#include page

local set, topic = sets[1], ARGV[1]
local ids, scores, score, member = page(set, ARGV[2], ARGV[3], tonumber(ARGV[4]))
local details, read = read_within(detail, ids)
local count = #read
if count < #ids then
  score, member = scores[count], ids[count]
end
local flaws = {}
local function flaw(kind, id, own)
  for _, value in ipairs({ kind, id, own }) do
    flaws[#flaws + 1] = value
  end
end
for i = 1, count do
  local own = details[i] and topic_of(details[i])
  if not details[i] then
    flaw('W', ids[i], '')
  elseif own and own ~= '' and own ~= topic then
    flaw('O', ids[i], own)
  end
end
if ARGV[2] == '' and count > 0 and (set == waiting or set == reserved) then
  local time = tonumber(redis.call('ZSCORE', topics, topic)) or math.huge
  if time > math.max(clock() / 1000 + ARGV[5], tonumber(scores[1])) then
    flaw('T', '', '')
  end
end
return { score, member, count, flaws }
