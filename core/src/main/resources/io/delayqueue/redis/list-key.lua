-- The first tasks of a key.
--
--#keys keys behind
-- ARGV[1] the key   ARGV[2] how many at most
--
-- Returns the ids: of those that have places, then of those behind in their order.

--#include line

local ids = {}
for id in string.gmatch(redis.call('HGET', keys, ARGV[1]) or '', '[^,]+') do
  append(ids, id)
end
local low, left = ARGV[1] .. '\0', ARGV[2] - #ids
for _, member in ipairs(left > 0 and redis.call('ZRANGEBYLEX', behind, '[' .. low, '(' .. ARGV[1] .. '\1', 'LIMIT', 0, left) or {}) do
  append(ids, id_of_member(member, #low))
end
return { unpack(ids, 1, ARGV[2]) }
