-- Removes tasks of a topic from one sorted set, a part of them; the caller repeats it with the position returned.
--
--#keys detail deliveries errors repeats topics reserved sets...
-- "sets" is one sorted set of the topic: {G}:WAITING:T, {G}:RESERVED:T or one of {G}:CONSUMING:T
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the topic
-- ARGV[3] ARGV[4] the score and the member to go on behind, or "" and ""
-- ARGV[5] how many to remove at most, of large ones fewer
--
-- Returns how many were removed, and the score and the member to go on behind, or "" and "" at the end.

--#include base
--#include delivery
--#include freeable
--#include page
--#include repeats

local set = sets[1]
local ids, scores, score, member = page(set, ARGV[3], ARGV[4], tonumber(ARGV[5]))
local count = count_freeable(detail, ids)
if count < #ids then
  score, member = scores[count], ids[count]
  ids = { unpack(ids, 1, count) }
end
if #ids > 0 then
  local held = redis.call('HMGET', deliveries, unpack(ids))
  force_oom_safe_write(topics)
  redis.call('ZREM', set, unpack(ids))
  for _, hash in ipairs({ detail, deliveries, errors }) do
    redis.call('HDEL', hash, unpack(ids))
  end
  leave_repeats(ids)
  for i, id in ipairs(set == reserved and ids or {}) do
    local number = parse_delivery(held[i])
    if number then
      publish(ARGV[1], 'removed:' .. ARGV[2] .. ':' .. id .. ':' .. number)
    end
  end
end
return { #ids, score, member }
