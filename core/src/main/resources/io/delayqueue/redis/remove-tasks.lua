-- Removes tasks of a topic from one sorted set, a part of them; the caller repeats it with the position returned.
--
--#keys detail deliveries errors counts sets...
-- "sets" is one sorted set: {G}:WAITING, {G}:RESERVED or one of {G}:CONSUMING:T
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the topic   ARGV[3] how members of the topic begin: "T:" or ""
-- ARGV[4] what counts them: "WAITING", "RESERVED" or ""
-- ARGV[5] ARGV[6] the score and the member to go on behind, or "" and ""
-- ARGV[7] how many members to read   ARGV[8] how many to remove at most, of large ones fewer
--
-- Returns how many were removed, and the score and the member to go on behind, or "" and "" at the end.

--#include delivery
--#include freeable
--#include page

local set = sets[1]
local ids, scores, score, member = page(set, ARGV[3], ARGV[5], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]))
local count = count_freeable(detail, ids)
if count < #ids then
  score, member = scores[count], ARGV[3] .. ids[count]
  ids = { unpack(ids, 1, count) }
end
if #ids > 0 then
  local members = {}
  for i, id in ipairs(ids) do
    members[i] = ARGV[3] .. id
  end
  local held = redis.call('HMGET', deliveries, unpack(ids))
  redis.call('ZREM', set, unpack(members))
  for _, hash in ipairs({ detail, deliveries, errors }) do
    redis.call('HDEL', hash, unpack(ids))
  end
  if ARGV[4] ~= '' then
    redis.call('HINCRBY', counts, ARGV[4] .. ':' .. ARGV[2], -#ids)
  end
  if ARGV[4] == 'RESERVED' then
    for i = 1, #ids do
      local number = parse_delivery(held[i])
      if number then
        publish(ARGV[1], 'removed:' .. ARGV[2] .. ':' .. ids[i] .. ':' .. number)
      end
    end
  end
end
return { #ids, score, member }
