-- The time of a sorted set's first member in milliseconds, or nil if the set is empty.
local function head(key)
  return tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2])
end
