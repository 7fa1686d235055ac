-- Counts the tasks behind of the keys of a topic that have the most.
--
--#keys keys behind rules
-- ARGV[1] the topic   ARGV[2] how many keys at most
--
-- Returns the rule of the topic or "", how many tasks are behind, then three values a key: the key, the ids that have its places, how many are behind.
--
-- Of more than 500 tasks behind 500 are read, evenly spread: a key with more tasks than lie between two of these is found.

--#include base

local total, rank, found = redis.call('ZCARD', behind), 0, {}
local step = math.ceil(total / 500)
while rank < total do
  local member = redis.call('ZRANGE', behind, rank, rank)[1]
  local key = string.sub(member, 1, string.find(member, '\0', 1, true) - 1)
  local ends = redis.call('ZLEXCOUNT', behind, '-', '(' .. key .. '\1')
  found[#found + 1] = { key = key, count = ends - redis.call('ZLEXCOUNT', behind, '-', '(' .. key .. '\0') }
  rank = math.max(ends, rank + step)
end
table.sort(found, function(a, b)
  if a.count == b.count then
    return comes_before(a.key, b.key)
  end
  return a.count > b.count
end)
local result = { redis.call('HGET', rules, ARGV[1]) or '', total }
for i = 1, math.min(#found, tonumber(ARGV[2])) do
  append(result, found[i].key, redis.call('HGET', keys, found[i].key) or '', found[i].count)
end
return result
