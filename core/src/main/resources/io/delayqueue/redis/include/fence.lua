--#include held
--#keys reserved deliveries

-- Sorts deliveries into current and stale ones: of a current one {G}:DELIVERIES holds the number and the instance. ARGV, from
-- "first", names one in every "step" values: topic, id, number, instance.
-- Returns the current ones as topics, ids, members of the sorted sets, what {G}:DELIVERIES holds and positions in ARGV; and
-- the reply: how many there are, and the 1-based indexes of the stale.
local function fence(first, step)
  local args = ARGV
  local ids, members, count = {}, {}, 0
  for at = first, #args, step do
    count = count + 1
    ids[count] = args[at + 1]
    members[count] = args[at] .. ':' .. args[at + 1]
  end
  local current = { topics = {}, ids = {}, members = {}, held = {}, at = {} }
  local reply = { count }
  if count == 0 then
    return current, reply
  end
  local topics, currentIds, currentMembers = current.topics, current.ids, current.members
  local currentHeld, positions, n = current.held, current.at, 0
  local leases = redis.call('ZMSCORE', reserved, unpack(members))
  local held = redis.call('HMGET', deliveries, unpack(ids))
  for i = 1, count do
    local at = first + (i - 1) * step
    local number, _, _, instance = readheld(held[i])
    if leases[i] and number == args[at + 2] and instance == args[at + 3] then
      n = n + 1
      topics[n], currentIds[n], currentMembers[n] = args[at], ids[i], members[i]
      currentHeld[n], positions[n] = held[i], at
    else
      reply[#reply + 1] = i
    end
  end
  return current, reply
end

-- The score with which a delivered task was ready; if nothing says so any more, "otherwise".
local function scoreheld(held, otherwise)
  local _, _, score = readheld(held)
  return tonumber(score) or otherwise
end
