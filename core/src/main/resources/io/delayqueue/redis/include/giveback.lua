-- Makes tasks ready again, sorted by topic, ahead of those that wait.
local function giveback(prefix, sorted)
  for _, topic in ipairs(sorted.topics) do
    local reversed = {}
    for i = #sorted.ids[topic], 1, -1 do
      reversed[#reversed + 1] = sorted.ids[topic][i]
    end
    redis.call('LPUSH', prefix .. 'CONSUMING:' .. topic, unpack(reversed))
    signal(prefix .. 'SIGNAL:' .. topic)
  end
end
