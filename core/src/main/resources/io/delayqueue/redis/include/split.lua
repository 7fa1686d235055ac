-- The topic and the id of a member "T:id", or nil: no task has a name without a colon.
local function split(member)
  return string.match(member, '^([^:]*):(.*)$')
end
