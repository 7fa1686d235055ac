-- The topic and the id of a member "T:id", or nil: no task has a name without a colon.
local function split_member(member)
  local colon = string.find(member, ':', 1, true)
  if colon then
    return string.sub(member, 1, colon - 1), string.sub(member, colon + 1)
  end
end

-- The topic that a detail names, or nil.
local function topic_of(detail)
  return string.match(detail, '^{"due":%d+,"topic":"([^"]*)"')
end
