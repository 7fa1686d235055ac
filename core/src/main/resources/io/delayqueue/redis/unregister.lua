-- Removes a group with all its topics, or one topic of it, from the registry. Remembers that, unless instances that declare it shall
-- register it again. Records what was registered as unregistered, because it may have tasks.
--
--#keys summary removed unregistered
-- ARGV[1] the channel MONITOR:CHANGED:D   ARGV[2] group   ARGV[3] topic, or "" for the whole group
-- ARGV[4] how many removals to remember, or "" not to remember this one   ARGV[5] how many records of unregistered topics to keep, the newest
-- ARGV[6] how many topics of the group to record
--
-- Returns 1 if the registry changed.

--#include base
--#include registry

local group, topic = ARGV[2], ARGV[3]
local now = clock()
local removals, records = {}, {}
local function remember(name, time)
  removals[#removals + 1] = string.format('%.0f', time)
  removals[#removals + 1] = name
end
local function record(name)
  if #records >= 2 * ARGV[6] then
    return
  end
  records[#records + 1] = string.format('%.0f', now)
  records[#records + 1] = group .. ':' .. name
end

force_oom_safe_write(removed)
local left, changed = {}, 0
for _, name in ipairs(split_names(redis.call('HGET', summary, group))) do
  if topic == '' then
    remember(group .. ':' .. name, now)
    record(name)
  elseif name == topic then
    changed = 1
    record(name)
  else
    left[#left + 1] = name
  end
end
-- Remembered also if it is not there: it may have been lost, and instances register again what is lost.
if topic == '' then
  -- The group's own is the last to be forgotten.
  remember(group, now + 1)
  changed = redis.call('HDEL', summary, group)
else
  remember(group .. ':' .. topic, now)
  if changed == 1 then
    redis.call('HSET', summary, group, table.concat(left, ','))
  end
end
if ARGV[4] ~= '' then
  for first = 1, #removals, 1000 do
    redis.call('ZADD', removed, unpack(removals, first, math.min(first + 999, #removals)))
  end
  redis.call('ZREMRANGEBYRANK', removed, 0, -ARGV[4] - 1)
end
if #records > 0 then
  redis.call('ZADD', unregistered, unpack(records))
end
redis.call('ZREMRANGEBYRANK', unregistered, 0, -ARGV[5] - 1)
if changed == 1 then
  publish(ARGV[1], '')
end
return changed
