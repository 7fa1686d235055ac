-- A table of more than some thousands of values cannot be unpacked at once.
local function inparts(command, key, list)
  local result = {}
  for first = 1, #list, 500 do
    local last = math.min(first + 499, #list)
    for i, value in ipairs(redis.call(command, key, unpack(list, first, last))) do
      result[first + i - 1] = value
    end
  end
  return result
end
