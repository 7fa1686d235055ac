-- Takes back the attempt that reserving counted, for tasks whose callback never began.
local function unstart(deliveries, ids)
  if #ids == 0 then
    return
  end
  local held = redis.call('HMGET', deliveries, unpack(ids))
  local changed = {}
  for i, id in ipairs(ids) do
    local number, attempts, owner = string.match(held[i], '^(%d+):(%d+):(.*)$')
    changed[#changed + 1] = id
    changed[#changed + 1] = number .. ':' .. string.format('%.0f', tonumber(attempts) - 1) .. ':' .. owner
  end
  redis.call('HSET', deliveries, unpack(changed))
end
