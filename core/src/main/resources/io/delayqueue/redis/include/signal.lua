-- Leaves a topic's one token, "there is work", unless it is there already.
local function signal(key)
  if redis.call('EXISTS', key) == 0 then
    redis.call('RPUSH', key, '1')
  end
end
