-- Removes a member that stands for no task: it is malformed, there is no such task, or the task is of another topic and has
-- a place there.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:COUNTS
-- KEYS[5...] the sorted sets the member may be in; last of all {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] the member   ARGV[3] its id
-- ARGV[4] its topic, or "" if it is malformed   ARGV[5] what counts it: "WAITING", "RESERVED" or ""
--
-- Returns 1 if it was removed, 0 if it is not as it was found.

--#include places

if ARGV[4] ~= '' then
  local detail = redis.call('HGET', KEYS[1], ARGV[3])
  if detail then
    local task = places(ARGV[1], KEYS[2], KEYS[3], { ARGV[3] }, { detail })[1]
    if not task.topic or task.topic == ARGV[4] or #task.at == 0 then
      return 0
    end
  end
end
local there = {}
for i = 5, #KEYS - 1 do
  if redis.call('ZSCORE', KEYS[i], ARGV[2]) then
    there[#there + 1] = KEYS[i]
  end
end
for _, key in ipairs(there) do
  redis.call('ZREM', key, ARGV[2])
end
if #there > 0 and ARGV[4] ~= '' and ARGV[5] ~= '' then
  redis.call('HINCRBY', KEYS[4], ARGV[5] .. ':' .. ARGV[4], -1)
end
return #there > 0 and 1 or 0
