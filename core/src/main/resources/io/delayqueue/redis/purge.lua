-- Removes a topic's dead letters, the oldest first, a part of them; the caller repeats it with the time returned.
--
--#keys dead detail deliveries errors repeats unique topics
-- ARGV[1] remove those that died up to this time: in milliseconds since the epoch, or "-" and an age, or "" for none
-- ARGV[2] remove those beyond so many, or "" for none   ARGV[3] how many at most
-- ARGV[4...] ids: only these, if there are any
--
-- Returns how many were removed, the time up to which they had died, and 1 if there may be more.

--#include base
--#include clearing
--#include numbers

local now = clock_millis()
local latest = tonumber(ARGV[1]) or -1
if ARGV[1]:sub(1, 1) == '-' then
  latest = now + latest
end
local limit = tonumber(ARGV[3])
local ids = #ARGV == 3 and rcall('ZRANGEBYSCORE', dead, '-inf', up_to(latest), 'LIMIT', 0, limit) or {}
if #ARGV > 3 then
  for i, score in ipairs(rcall('ZMSCORE', dead, unpack(ARGV, 4))) do
    if score then
      append(ids, ARGV[i + 3])
    end
  end
end
if ARGV[2] ~= '' and #ids < limit then
  local beyond = math.min(rcall('ZCARD', dead) - tonumber(ARGV[2]), limit)
  if beyond > #ids then
    ids = rcall('ZRANGE', dead, 0, beyond - 1)
  end
end
if #ids > 0 then
  force_oom_safe_write(topics)
  call_with('ZREM', dead, ids)
  clear(ids)
end
return { #ids, latest, #ids == limit and 1 or 0 }
