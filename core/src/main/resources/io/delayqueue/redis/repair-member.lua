-- Removes a member that stands for no task: it is malformed, there is no such task, or the task is of another topic and has
-- a place there.
--
--#keys detail waiting reserved counts never sets...
-- "sets" are those the member may be in
-- ARGV[1] the member   ARGV[2] its id
-- ARGV[3] its topic, or "" if it is malformed   ARGV[4] what counts it: "WAITING", "RESERVED" or ""
--
-- Returns 1 if it was removed, 0 if it is not as it was found.

--#include places

if ARGV[3] ~= '' then
  local text = redis.call('HGET', detail, ARGV[2])
  if text then
    local task = locate({ ARGV[2] }, { text }, true)[1]
    if not task or task.topic == ARGV[3] or #task.places == 0 then
      return 0
    end
  end
end
local there = {}
for _, key in ipairs(sets) do
  if redis.call('ZSCORE', key, ARGV[1]) then
    there[#there + 1] = key
  end
end
for _, key in ipairs(there) do
  redis.call('ZREM', key, ARGV[1])
end
if #there > 0 and ARGV[3] ~= '' and ARGV[4] ~= '' then
  redis.call('HINCRBY', counts, ARGV[4] .. ':' .. ARGV[3], -1)
end
return #there > 0 and 1 or 0
