-- Reads values of a hash, in the order of the fields, while they stay within 1 MB together; at least one. Returns them, and of
-- how many fields.
--
-- Asking for the size of each first costs small ones a command each. So small ones are read six at a time, and the size is
-- asked for only where the one before was large: no more than five are read in vain.
local function within(key, fields)
  local most, values, bytes, count = 1048576, {}, 0, 0
  local large = #fields > 1 and redis.call('HSTRLEN', key, fields[1]) > most / 16
  while count < #fields do
    local last = large and count + 1 or math.min(count + 6, #fields)
    if large and count > 0 and bytes + redis.call('HSTRLEN', key, fields[last]) > most then
      return values, count
    end
    for _, value in ipairs(redis.call('HMGET', key, unpack(fields, count + 1, last))) do
      local size = value and #value or 0
      if count > 0 and bytes + size > most then
        return values, count
      end
      count, bytes, large = count + 1, bytes + size, size > most / 16
      values[count] = value
    end
  end
  return values, count
end
