-- The names of a comma-separated list.
local function names(list)
  local result = {}
  for name in string.gmatch(list or '', '[^,]+') do
    result[#result + 1] = name
  end
  return result
end
