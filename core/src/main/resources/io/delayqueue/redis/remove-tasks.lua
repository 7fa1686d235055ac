-- Removes tasks of a topic from one sorted set, a part of them; the caller repeats it with the position returned.
--
--#keys detail deliveries errors repeats unique topics reserved rules never sets...
-- "sets" is one sorted set of the topic: {G}:WAITING:T, {G}:RESERVED:T or one of {G}:CONSUMING:T
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] the topic   ARGV[4] ARGV[5] the score and the member to go on behind, or "" and ""
-- ARGV[6] how many to remove at most
--
-- Returns how many were removed, and the score and the member to go on behind, or "" and "" at the end.

--#include clearing
--#include page
--#include removal

local ids, _, score, member = page(sets[1], ARGV[4], ARGV[5], tonumber(ARGV[6]))
if #ids > 0 then
  local records, places = redis.call('HMGET', deliveries, unpack(ids)), {}
  for i = 1, #ids do
    places[i] = { topic = ARGV[3], key = sets[1], state = sets[1] == reserved and RESERVED }
  end
  local current = leases_of(places)
--#include freeing
  (free or force_oom_safe_write)(topics)
  remove_members(ids, places, records, 'removed')
  clear(ids)
end
return { #ids, score, member }
