-- Reads a part of a sorted set, each member together with its detail.
--
--#keys detail counts repaired sets...
-- "sets" is one sorted set: {G}:WAITING, {G}:RESERVED, {G}:DEAD:T or one of {G}:CONSUMING:T
-- ARGV[1] what counts its members: "WAITING", "RESERVED" or ""   ARGV[2] the topic if it is one topic's own, else ""
-- ARGV[3] ARGV[4] the score and the member to go on behind, or "" and ""   ARGV[5] how many members to check, of large tasks fewer
--
-- Returns the score and the member to go on behind, or "" and "" at the end; how many were looked at; topics, each followed
-- by its number of members; what is wrong, four values each: "M" malformed, "W" without a detail or "O" of another topic;
-- the member's topic or ""; its id; the detail's topic or "". At the end of a set that is counted also its size, what
-- {G}:REPAIRED holds or "", and topics, each followed by what its counter says.

--#include bounds
--#include names
--#include page

local set = sets[1]
local limit = tonumber(ARGV[5])
local members, scores, score, member = page(set, '', ARGV[3], ARGV[4], limit, limit)
local topics, ids = {}, {}
for i, name in ipairs(members) do
  topics[i], ids[i] = ARGV[2], name
  if ARGV[1] ~= '' then
    topics[i], ids[i] = split_member(name)
    if not topics[i] or topics[i] == '' or ids[i] == '' then
      topics[i], ids[i] = '', name
    end
  end
end
local details, read = read_within(detail, ids)
local count = #read
if count < #ids then
  score, member = scores[count], members[count]
end
local found, flaws = {}, {}
local function flaw(kind, i, own)
  for _, value in ipairs({ kind, topics[i], ids[i], own }) do
    flaws[#flaws + 1] = value
  end
end
for i = 1, count do
  local topic = topics[i]
  local own = details[i] and topic_of(details[i])
  if topic ~= '' then
    found[topic] = (found[topic] or 0) + 1
  end
  if topic == '' then
    flaw('M', i, '')
  elseif not details[i] then
    flaw('W', i, '')
  elseif own and own ~= '' and own ~= topic then
    flaw('O', i, own)
  end
end
local counted = {}
for topic, count in pairs(found) do
  counted[#counted + 1] = topic
  counted[#counted + 1] = count
end
local result = { score, member, count, counted, flaws }
if score == '' and ARGV[1] ~= '' then
  local counters = { redis.call('ZCARD', set), redis.call('GET', repaired) or '' }
  local all = redis.call('HGETALL', counts)
  local start = ARGV[1] .. ':'
  for at = 1, #all, 2 do
    if string.sub(all[at], 1, #start) == start then
      counters[#counters + 1] = string.sub(all[at], #start + 1)
      counters[#counters + 1] = all[at + 1]
    end
  end
  result[6] = counters
end
return result
