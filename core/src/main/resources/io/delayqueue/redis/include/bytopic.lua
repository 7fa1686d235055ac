-- Sorts members "T:id" by topic, each topic's ids in order. Members without a colon are left out: no task has such a name.
--
-- Also looks at the lists the ids are meant for. The topics are not known before the script runs, so neither are these
-- keys declared; while a cluster moves their slot a command on one that is gone, or not there yet, raises an error, and
-- what a script has written before an error stays written. Looking first, the error comes while nothing is lost.
local function bytopic(prefix, members)
  local topics, ids = {}, {}
  for _, member in ipairs(members) do
    local colon = string.find(member, ':', 1, true)
    if colon then
      local topic = string.sub(member, 1, colon - 1)
      if not ids[topic] then
        redis.call('LLEN', prefix .. 'CONSUMING:' .. topic)
        redis.call('LLEN', prefix .. 'SIGNAL:' .. topic)
        topics[#topics + 1] = topic
        ids[topic] = {}
      end
      table.insert(ids[topic], string.sub(member, colon + 1))
    end
  end
  return { topics = topics, ids = ids }
end
