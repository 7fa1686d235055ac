--#include delivery
--#include places

-- The topics of the leases that end when located tasks are removed.
local function leases_of(places)
  local leased = {}
  for _, place in pairs(places) do
    if place.state == RESERVED and place.key then
      leased[#leased + 1] = place.topic
    end
  end
  return { topics = leased }
end

-- Takes located tasks out of their sorted sets. A message that begins with "word" reports this to the
-- instances that run one of them; "records" is what {G}:DELIVERIES has of each. ARGV[1] is the channel {G}:WAKE:D.
local function remove_members(ids, places, records, word)
  local members = {}
  for i, place in pairs(places) do
    if place.key then
      members[place.key] = members[place.key] or {}
      table.insert(members[place.key], ids[i])
      local number = place.state == RESERVED and parse_delivery(records[i])
      if number then
        publish(ARGV[1], word .. ':' .. place.topic .. ':' .. ids[i] .. ':' .. number)
      end
    end
  end
  for key, list in pairs(members) do
    redis.call('ZREM', key, unpack(list))
  end
end
