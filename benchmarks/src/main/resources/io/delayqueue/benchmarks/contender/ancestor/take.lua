-- Takes tasks that are due: from here on they are nowhere but in the memory of the taker.
--
-- KEYS[1] {GROUP}:CONSUMING:TOPIC   KEYS[2] {GROUP}:DETAIL
-- ARGV[1] how many at most
--
-- Returns their details.

local ids = redis.call('LRANGE', KEYS[1], 0, ARGV[1] - 1)
if #ids == 0 then
  return {}
end
redis.call('LTRIM', KEYS[1], #ids, -1)
local details = redis.call('HMGET', KEYS[2], unpack(ids))
redis.call('HDEL', KEYS[2], unpack(ids))
local present = {}
for _, detail in ipairs(details) do
  if detail then
    table.insert(present, detail)
  end
end
return present
