-- Tells that an instance is alive, and what it has to say. Forgets others that have long been silent.
--
--#keys instances watched
-- ARGV[1] the instance   ARGV[2] what it says: a JSON object that is not empty
-- ARGV[3] how long the key outlasts the last beat of all, in milliseconds
-- ARGV[4] after what silence an instance is forgotten, in milliseconds   ARGV[5] how many to look at, some tens, or 0
--
-- Returns 1 if somebody has lately read what instances say, else 0.

--#include base

local micros = clock()
local now = math.floor(micros / 1000)
-- The empty name is in no hash: as in force_oom_safe_write, the first write is a removal.
local silent = { '' }
if tonumber(ARGV[5]) > 0 then
  local names = redis.call('HKEYS', instances)
  local look = math.min(tonumber(ARGV[5]), #names)
  for i = 1, look do
    -- From anywhere on, so that each has its turn however many there are.
    local name = names[(micros + i) % #names + 1]
    local at = tonumber(string.match(redis.call('HGET', instances, name), '^{"at":(%d+)'))
    if not at or at < now - tonumber(ARGV[4]) then
      silent[#silent + 1] = name
    end
  end
end
redis.call('HDEL', instances, unpack(silent))
redis.call('HSET', instances, ARGV[1], string.format('{"at":%.0f,', now) .. string.sub(ARGV[2], 2))
redis.call('PEXPIRE', instances, ARGV[3])
return redis.call('EXISTS', watched)
