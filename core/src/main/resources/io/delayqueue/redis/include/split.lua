-- The topic and the id of a member "T:id", or nil: no task has a name without a colon.
local function split(member)
  local colon = string.find(member, ':', 1, true)
  if colon then
    return string.sub(member, 1, colon - 1), string.sub(member, colon + 1)
  end
end
