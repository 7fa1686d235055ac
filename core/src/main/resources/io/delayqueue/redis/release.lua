-- Gives tasks back: ready at once, ahead of the others of their topic.
--
-- KEYS[1] {G}:RESERVED   KEYS[2] {G}:DELIVERIES
-- ARGV[1] "{G}:", what the keys of topics begin with
-- ARGV[2...] four values a delivery: topic, id, number, 1 if its callback had begun, else 0: the attempt does not count
--
-- Returns the 1-based indexes of the stale deliveries.

--#include fence
--#include signal
--#include bytopic
--#include giveback
--#include unstart

local current, stale = fence(KEYS[1], KEYS[2], 2, 4)
local unstarted = {}
for i, at in ipairs(current.at) do
  if ARGV[at + 3] == '0' then
    unstarted[#unstarted + 1] = current.ids[i]
  end
end
if #current.ids > 0 then
  local sorted = bytopic(ARGV[1], current.members)
  redis.call('ZREM', KEYS[1], unpack(current.members))
  giveback(ARGV[1], sorted)
  unstart(KEYS[2], unstarted)
end
return stale
