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

-- One page of a sorted set. Looks at no more than "scan" members, takes no more than "limit" whose name begins with "start".
-- Returns the ids without it, their scores, and where to go on: score and member, or "" and "" at the end. A key of a foreign type has
-- no members.
local function page(key, start, score, member, scan, limit)
  if not read_topic_key('ZCARD', key) then
    return {}, {}, '', ''
  end
  local from = rank_behind(key, score, member)
  local seen = redis.call('ZRANGE', key, from, from + scan - 1, 'WITHSCORES')
  local ids, scores = {}, {}
  for at = 1, #seen, 2 do
    if string.sub(seen[at], 1, #start) == start then
      ids[#ids + 1] = string.sub(seen[at], #start + 1)
      scores[#scores + 1] = seen[at + 1]
      if #ids == limit then
        return ids, scores, seen[at + 1], seen[at]
      end
    end
  end
  if #seen < 2 * scan then
    return ids, scores, '', ''
  end
  return ids, scores, seen[#seen], seen[#seen - 1]
end
