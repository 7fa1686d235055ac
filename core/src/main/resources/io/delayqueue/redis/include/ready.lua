-- Makes tasks ready, sorted by topic, behind those that wait.
local function ready(prefix, sorted)
  for _, topic in ipairs(sorted.topics) do
    redis.call('RPUSH', prefix .. 'CONSUMING:' .. topic, unpack(sorted.ids[topic]))
    signal(prefix .. 'SIGNAL:' .. topic)
  end
end
