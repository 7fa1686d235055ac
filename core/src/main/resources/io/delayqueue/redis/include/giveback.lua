-- Makes leased tasks ready again, ahead of those that wait, in the order given.
local function giveback(reserved, prefix, members)
  if #members == 0 then
    return
  end
  redis.call('ZREM', reserved, unpack(members))
  local reversed = {}
  for i = #members, 1, -1 do
    reversed[#reversed + 1] = members[i]
  end
  ready(prefix, 'LPUSH', reversed)
end
