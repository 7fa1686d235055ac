-- Removes tasks of a topic from one sorted set, a part of them; the caller repeats it with the position returned.
--
--#keys detail deliveries errors repeats unique topics reserved sets...
-- "sets" is one sorted set of the topic: {G}:WAITING:T, {G}:RESERVED:T or one of {G}:CONSUMING:T
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the topic
-- ARGV[3] ARGV[4] the score and the member to go on behind, or "" and ""
-- ARGV[5] how many to remove at most
--
-- Returns how many were removed, and the score and the member to go on behind, or "" and "" at the end.

--#include clearing
--#include delivery
--#include page

local ids, _, score, member = page(sets[1], ARGV[3], ARGV[4], tonumber(ARGV[5]))
if #ids > 0 then
  local records = redis.call('HMGET', deliveries, unpack(ids))
  clear(sets[1], ids)
  for i, id in ipairs(sets[1] == reserved and ids or {}) do
    local number = parse_delivery(records[i])
    if number then
      publish(ARGV[1], 'removed:' .. ARGV[2] .. ':' .. id .. ':' .. number)
    end
  end
end
return { #ids, score, member }
