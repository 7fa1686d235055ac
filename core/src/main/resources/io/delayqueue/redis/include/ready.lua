-- Makes tasks ready: the ids of the members go to their topics' lists, with RPUSH behind those that wait, in order, or with
-- LPUSH ahead of them.
local function ready(prefix, command, members)
  local topics, ids = {}, {}
  for _, member in ipairs(members) do
    local colon = string.find(member, ':', 1, true)
    local topic = string.sub(member, 1, colon - 1)
    if not ids[topic] then
      topics[#topics + 1] = topic
      ids[topic] = {}
    end
    table.insert(ids[topic], string.sub(member, colon + 1))
  end
  for _, topic in ipairs(topics) do
    redis.call(command, prefix .. 'CONSUMING:' .. topic, unpack(ids[topic]))
    signal(prefix .. 'SIGNAL:' .. topic)
  end
end
