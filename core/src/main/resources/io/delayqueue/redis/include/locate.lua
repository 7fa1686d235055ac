--#include topickey
--#include topickeys
--#include topicof
--#keys waiting reserved

-- Finds tasks by their details. Returns for each: the topic, a number for its state (0 ready, 1 delayed, 2 reserved, 3 dead),
-- the sorted set it is in, its member there, and its score; no sorted set if it is in none. Nothing for a detail that is
-- missing or names no topic.
local function locate(ids, details)
  local found, members, at = {}, {}, {}
  for i, id in ipairs(ids) do
    local topic = details[i] and topicof(details[i])
    if topic then
      members[#members + 1] = topic .. ':' .. id
      at[#at + 1] = i
      found[i] = { topic = topic, state = 0 }
    end
  end
  if #members == 0 then
    return found
  end
  local delayed = redis.call('ZMSCORE', waiting, unpack(members))
  local leased = {}
  for i = 1, #members do
    if not delayed[i] then
      leased = redis.call('ZMSCORE', reserved, unpack(members))
      break
    end
  end
  for i, member in ipairs(members) do
    local place = found[at[i]]
    if delayed[i] then
      place.state, place.key, place.member, place.score = 1, waiting, member, tonumber(delayed[i])
    elseif leased[i] then
      place.state, place.key, place.member, place.score = 2, reserved, member, tonumber(leased[i])
    else
      local normal, high, low = ready_keys(place.topic)
      local dead = dead_key(place.topic)
      for _, key in ipairs({ normal, high, low, dead }) do
        local score = topickey('ZSCORE', key, ids[at[i]])
        if score then
          place.key, place.member, place.score = key, ids[at[i]], tonumber(score)
          place.state = key == dead and 3 or 0
          break
        end
      end
    end
  end
  return found
end
