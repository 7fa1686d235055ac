-- Sorts deliveries into current and stale ones. ARGV, from "first", names one in every "step" values: topic, id, number.
-- Returns the current ones as topics, ids, members of the sorted sets, what {G}:DELIVERIES holds and positions in ARGV; and
-- the 1-based indexes of the stale.
local function fence(reserved, deliveries, first, step)
  local ids, members = {}, {}
  for at = first, #ARGV, step do
    ids[#ids + 1] = ARGV[at + 1]
    members[#members + 1] = ARGV[at] .. ':' .. ARGV[at + 1]
  end
  local current = { topics = {}, ids = {}, members = {}, held = {}, at = {} }
  local stale = {}
  if #ids > 0 then
    local leases = redis.call('ZMSCORE', reserved, unpack(members))
    local held = redis.call('HMGET', deliveries, unpack(ids))
    for i = 1, #ids do
      local at = first + (i - 1) * step
      local number = ARGV[at + 2] .. ':'
      if leases[i] and held[i] and string.sub(held[i], 1, #number) == number then
        table.insert(current.topics, ARGV[at])
        table.insert(current.ids, ids[i])
        table.insert(current.members, members[i])
        table.insert(current.held, held[i])
        table.insert(current.at, at)
      else
        stale[#stale + 1] = i
      end
    end
  end
  return current, stale
end

-- The score with which a delivered task was ready; if nothing says so any more, "otherwise".
local function scoreheld(held, otherwise)
  local _, _, score = readheld(held)
  return tonumber(score) or otherwise
end
