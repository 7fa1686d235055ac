-- Reads a key of one topic. Returns nil if it is of a foreign type, written by another program or an older layout: no task is in
-- it, and it must not stop what the script does for other topics.
local function topickey(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then
    return reply
  end
  if string.find(reply.err, 'WRONGTYPE', 1, true) then
    return nil
  end
  return redis.call(...)
end
