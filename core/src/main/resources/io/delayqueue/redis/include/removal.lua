--#include delivery
--#include places

-- The topics of the leases that end when located tasks leave their places, and the tasks with a key that leave ("keyed").
local function leases_of(ids, details, places)
  local leased, keyed = {}, {}
  for i, place in pairs(places) do
    if place.state == RESERVED and place.key then
      leased[#leased + 1] = place.topic
    end
    local _, key = due_and_key(details[i])
    if key and place.key and place.state ~= DEAD then
      keyed[#keyed + 1] = { topic = place.topic, task_key = key, id = ids[i], member = place.member }
    end
  end
  return { topics = leased, keyed = keyed }
end

-- Takes located tasks out of their sorted sets. A message that begins with "word" reports this to the
-- instances that run one of them; "records" is what {G}:DELIVERIES has of each. ARGV[1] is the channel {G}:WAKE:D.
local function remove_members(ids, places, records, word)
  local members = {}
  for i, place in pairs(places) do
    if place.key then
      members[place.key] = members[place.key] or {}
      table.insert(members[place.key], place.member or ids[i])
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
