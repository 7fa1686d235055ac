-- Goes through a part of a hash from a cursor on: about so many fields, fewer where their values are large. It begins with few, and
-- asks for as many more as fit into 1 MB by the mean of those before. Returns the next cursor, the fields and their values.
local function scan(key, cursor, many)
  local fields, values, bytes, step = {}, {}, 0, 1
  repeat
    local scanned = redis.call('HSCAN', key, cursor, 'COUNT', step)
    cursor, many = scanned[1], many - step
    for at = 1, #scanned[2], 2 do
      fields[#fields + 1] = scanned[2][at]
      values[#values + 1] = scanned[2][at + 1]
      bytes = bytes + #scanned[2][at + 1]
    end
    local fitting = #fields == 0 and many or math.floor((1048576 - bytes) * #fields / bytes)
    step = math.min(many, 4 * step, fitting)
  until cursor == '0' or step < 1
  return cursor, fields, values
end
