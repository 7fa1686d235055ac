-- Registers a group and topics of it.
--
--#keys summary removed unregistered
-- ARGV[1] the channel MONITOR:CHANGED:D
-- ARGV[2] "1" to register all of them, and to forget that they were removed; "0" to leave out what was removed
-- ARGV[3] group   ARGV[4...] topics, at most some 1,000
--
-- Returns 1 if the registry changed.

--#include base
--#include registry

local group = ARGV[3]

local function may_register(name)
  if ARGV[2] == '1' then
    redis.call('ZREM', removed, name)
    return true
  end
  return not redis.call('ZSCORE', removed, name)
end

local list = redis.call('HGET', summary, group)
if not list and not may_register(group) then
  return 0
end
local names, known, new = split_names(list), {}, {}
for _, name in ipairs(names) do
  known[name] = true
end
for i = 4, #ARGV do
  local name = ARGV[i]
  if not known[name] and may_register(group .. ':' .. name) then
    names[#names + 1] = name
    new[#new + 1] = group .. ':' .. name
  end
end
if list and #new == 0 then
  return 0
end
redis.call('HSET', summary, group, table.concat(names, ','))
if #new > 0 then
  redis.call('ZREM', unregistered, unpack(new))
end
publish(ARGV[1], '')
return 1
