-- One page of the leases of a topic that an instance has by later deliveries than one of its own.
--
--#keys reserved deliveries
-- ARGV[1] the instance   ARGV[2] the number of that delivery
-- ARGV[3] ARGV[4] the score and the member to go on behind, or "" and ""   ARGV[5] how many leases to check
--
-- Returns the score and the member to go on behind, "" and "" at the end; then two values a lease: the id and the
-- number of the delivery.

--#include delivery
--#include page

local ids, _, score, member = page(reserved, ARGV[3], ARGV[4], tonumber(ARGV[5]))
local result = { score, member }
for i, record in ipairs(call_with('HMGET', deliveries, ids)) do
  local number, _, owner = parse_delivery(record)
  if owner == ARGV[1] and tonumber(number) > tonumber(ARGV[2]) then
    append(result, ids[i], number)
  end
end
return result
