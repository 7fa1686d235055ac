-- Redis's own clock in microseconds since the epoch.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- Appends values to a list.
local function append(list, ...)
  for _, value in ipairs({ ... }) do
    list[#list + 1] = value
  end
end

-- Calls a command with a key and the values of a list, if there are any. "call" is redis.call or read_topic_key.
local function call_with(call, command, key, list)
  if #list > 0 then
    call(command, key, unpack(list))
  end
end

-- Whether a text comes before another in the order of the bytes, which is not that of "<" in each locale of a server.
local function comes_before(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then
      return x < y
    end
  end
  return #a < #b
end

-- Publishes a message to other instances. They also check by themselves, so a missing permission or another failure must not fail a script that has written.
local function publish(channel, message)
  redis.pcall('PUBLISH', channel, message)
end

-- Redis may refuse a script's first write for want of memory, and not the later ones. It refuses none that frees memory, so a script that
-- is to work on a full server begins with this one. It removes nothing: no member is empty.
local function force_oom_safe_write(sorted_set)
  redis.call('ZREM', sorted_set, '')
end

-- Reads a key of one topic. Returns nil if the key is of a foreign type: of another type than the data layout has, written by another program or
-- an older layout. Such a key has no task, and must not stop what the script does for other topics.
local function read_topic_key(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then
    return reply
  end
  if string.find(reply.err, 'WRONGTYPE', 1, true) then
    return nil
  end
  return redis.call(...)
end
