-- The topic that a detail names, or nil.
local function topicof(detail)
  return string.match(detail, '^{"due":%d+,"topic":"([^"]*)"')
end
