-- Removes tasks of a topic from one sorted set, a part of them; the caller repeats it with the position returned.
--
-- KEYS[1] the sorted set: {G}:WAITING, {G}:RESERVED or one of {G}:CONSUMING:T
-- KEYS[2] {G}:DETAIL   KEYS[3] {G}:DELIVERIES   KEYS[4] {G}:ERRORS   KEYS[5] {G}:COUNTS
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] the topic   ARGV[3] how members of the topic begin: "T:" or ""
-- ARGV[4] what counts them: "WAITING", "RESERVED" or ""
-- ARGV[5] ARGV[6] the score and the member to go on behind, or "" and ""
-- ARGV[7] how many members to read   ARGV[8] how many to remove at most, of large ones fewer
--
-- Returns how many were removed, and the score and the member to go on behind, or "" and "" at the end.

--#include freeable
--#include held
--#include page
--#include publish

local ids, scores, score, member = page(KEYS[1], ARGV[3], ARGV[5], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]))
local count = freeable(KEYS[2], ids)
if count < #ids then
  score, member = scores[count], ARGV[3] .. ids[count]
  ids = { unpack(ids, 1, count) }
end
if #ids > 0 then
  local members = {}
  for i, id in ipairs(ids) do
    members[i] = ARGV[3] .. id
  end
  local held = redis.call('HMGET', KEYS[3], unpack(ids))
  redis.call('ZREM', KEYS[1], unpack(members))
  for i = 2, 4 do
    redis.call('HDEL', KEYS[i], unpack(ids))
  end
  if ARGV[4] ~= '' then
    redis.call('HINCRBY', KEYS[5], ARGV[4] .. ':' .. ARGV[2], -#ids)
  end
  if ARGV[4] == 'RESERVED' then
    for i = 1, #ids do
      local number = readheld(held[i])
      if number then
        publish(ARGV[1], 'cancelled:' .. ARGV[2] .. ':' .. ids[i] .. ':' .. number)
      end
    end
  end
end
return { #ids, score, member }
