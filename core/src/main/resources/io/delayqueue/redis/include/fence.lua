--#include delivery
--#keys reserved deliveries

-- Sorts deliveries into current and stale ones: of a current one {G}:DELIVERIES holds the number and the instance. ARGV, from
-- "first", names one in every "step" values: topic, id, number, instance.
-- Returns the current ones as topics, ids, members of the sorted sets, what {G}:DELIVERIES holds, the scores with which they were
-- ready and positions in ARGV; and the reply: how many there are, and the 1-based indexes of the stale.
local function fence(first, step)
  local args = ARGV
  local ids, members, count = {}, {}, 0
  for at = first, #args, step do
    count = count + 1
    ids[count] = args[at + 1]
    members[count] = args[at] .. ':' .. args[at + 1]
  end
  local current = { topics = {}, ids = {}, members = {}, held = {}, scores = {}, at = {} }
  local reply = { count }
  if count == 0 then
    return current, reply
  end
  local topics, current_ids, current_members = current.topics, current.ids, current.members
  local current_held, scores, positions, n = current.held, current.scores, current.at, 0
  local leases = redis.call('ZMSCORE', reserved, unpack(members))
  local held = redis.call('HMGET', deliveries, unpack(ids))
  for i = 1, count do
    local at = first + (i - 1) * step
    local number, _, score, instance = parse_delivery(held[i])
    if leases[i] and number == args[at + 2] and instance == args[at + 3] then
      n = n + 1
      topics[n], current_ids[n], current_members[n] = args[at], ids[i], members[i]
      current_held[n], scores[n], positions[n] = held[i], score, at
    else
      reply[#reply + 1] = i
    end
  end
  return current, reply
end
