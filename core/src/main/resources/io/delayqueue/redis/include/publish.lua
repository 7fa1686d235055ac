-- Tells other instances something. They also look by themselves, so a user who may not publish, or a channel in trouble,
-- must not fail a script that has written.
local function publish(channel, message)
  redis.pcall('PUBLISH', channel, message)
end
