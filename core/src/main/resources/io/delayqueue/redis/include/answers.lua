--#keys call

-- The answer to the first sending of a call, or nil if this is the first. All sendings of a
-- call name the same key.
local function answered()
  local answer = redis.call('GET', call)
  return answer and cmsgpack.unpack(answer)
end

-- Keeps the answer for other sendings of the same call. Has to be the last write: the first one may be refused for want of memory.
local function remember(millis, answer)
  redis.call('SET', call, cmsgpack.pack(answer), 'PX', millis)
end
