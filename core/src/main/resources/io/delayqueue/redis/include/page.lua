--#include base

local function comes_before(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then
      return x < y
    end
  end
  return #a < #b
end

-- The rank of the first member behind a score and a member, which need not be there any more; 0 if the score is "".
local function rank_behind(key, score, member)
  if score == '' then
    return 0
  end
  local there = redis.call('ZSCORE', key, member)
  if there and tonumber(there) == tonumber(score) then
    return redis.call('ZRANK', key, member) + 1
  end
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. score)
  local high = redis.call('ZCOUNT', key, '-inf', score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if comes_before(member, redis.call('ZRANGE', key, middle, middle)[1]) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

-- One page of a sorted set: members, at most "limit", their scores, and where to go on: score and member, or "" and "" at the end. A key
-- of a foreign type has no members.
local function page(key, score, member, limit)
  if not read_topic_key('ZCARD', key) then
    return {}, {}, '', ''
  end
  local from = rank_behind(key, score, member)
  local range = redis.call('ZRANGE', key, from, from + limit - 1, 'WITHSCORES')
  local ids, scores = {}, {}
  for at = 1, #range, 2 do
    ids[#ids + 1] = range[at]
    scores[#scores + 1] = range[at + 1]
  end
  return ids, scores, scores[limit] or '', ids[limit] or ''
end
