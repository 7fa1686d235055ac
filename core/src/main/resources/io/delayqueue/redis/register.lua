-- Registers groups and topics.
--
--#keys summary removed unregistered
-- ARGV[1] the channel MONITOR:CHANGED:D
-- ARGV[2] "1" to register all of them, and to forget that they were removed; "0" to leave out what was removed
-- ARGV[3...] two values an entry: group, topic or "" for the group alone; at most some 1,000 entries
--
-- Returns 1 if the registry changed.

--#include base
--#include registry

-- A topic is removed with its group, too.
local function removals()
  local entries, members = {}, {}
  for at = 3, #ARGV, 2 do
    members[#members + 1] = ARGV[at]
    members[#members + 1] = ARGV[at + 1] == '' and ARGV[at] or ARGV[at] .. ':' .. ARGV[at + 1]
  end
  local found = redis.call('ZMSCORE', removed, unpack(members))
  for i = 1, #found, 2 do
    entries[i + 2] = found[i] or found[i + 1]
  end
  return entries, members
end

local without = {}
if redis.call('EXISTS', removed) == 1 then
  local members
  without, members = removals()
  if ARGV[2] == '1' then
    redis.call('ZREM', removed, unpack(members))
    without = {}
  end
end

local groups, changes, new = {}, {}, {}
for at = 3, #ARGV, 2 do
  local group, topic = ARGV[at], ARGV[at + 1]
  if not without[at] then
    local known = groups[group]
    if not known then
      local topics = redis.call('HGET', summary, group)
      known = { new = not topics, names = split_names(topics), has = {} }
      for _, name in ipairs(known.names) do
        known.has[name] = true
      end
      groups[group] = known
    end
    if topic ~= '' and not known.has[topic] then
      known.has[topic] = true
      known.names[#known.names + 1] = topic
      new[#new + 1] = group .. ':' .. topic
      known.new = true
    end
  end
end
for group, known in pairs(groups) do
  if known.new then
    changes[#changes + 1] = group
    changes[#changes + 1] = table.concat(known.names, ',')
  end
end
if #changes == 0 then
  return 0
end
redis.call('HSET', summary, unpack(changes))
if #new > 0 then
  redis.call('ZREM', unregistered, unpack(new))
end
publish(ARGV[1], '')
return 1
