--#include delivery
--#include places
--#include tally

-- Takes located tasks out of their sorted sets. A message that begins with "word" reports this to the
-- instances that run one of them; "held" is what {G}:DELIVERIES holds of each.
local function remove_members(places, held, changes, word)
  local members, messages = {}, {}
  for i, place in pairs(places) do
    if place.key then
      members[place.key] = members[place.key] or {}
      table.insert(members[place.key], place.member)
      if place.state == DELAYED then
        tally(changes, 'WAITING', place.topic, -1)
      elseif place.state == RESERVED then
        tally(changes, 'RESERVED', place.topic, -1)
        local number = parse_delivery(held[i])
        if number then
          messages[#messages + 1] = word .. ':' .. place.member .. ':' .. number
        end
      end
    end
  end
  for key, list in pairs(members) do
    redis.call('ZREM', key, unpack(list))
  end
  return messages
end
