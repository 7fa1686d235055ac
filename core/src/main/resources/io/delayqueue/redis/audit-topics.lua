-- The topics that have, or ever had, a task.
--
-- KEYS[1] {G}:COUNTS
--
-- Returns their names; one may come twice.

local topics = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  topics[#topics + 1] = string.match(field, ':(.+)$')
end
return topics
