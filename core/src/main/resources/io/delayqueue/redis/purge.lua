-- Removes a topic's dead letters, the oldest first, a part of them; the caller repeats it with the time returned.
--
--#keys dead detail deliveries errors repeats unique topics never
-- ARGV[1] remove those that died up to this time: in milliseconds since the epoch, or "-" and an age, or "" for none
-- ARGV[2] remove those beyond so many, or "" for none   ARGV[3] how many at most
-- ARGV[4...] ids: only these, if there are any
--
-- Returns how many were removed, the time up to which they had died, and 1 if there may be more.

--#include base
--#include bounds
--#include clearing
--#include detail
--#include numbers
--#include tags

local age, most, ids = ARGV[1]:match('^-(%d+)$'), tonumber(ARGV[3]), {}
local latest = age and clock_millis() - age or tonumber(ARGV[1]) or -1
if #ARGV > 3 then
  for i, score in ipairs(rcall('ZMSCORE', dead, unpack(ARGV, 4))) do
    append(ids, score and ARGV[i + 3] or nil)
  end
else
  local old = rcall('ZCOUNT', dead, '-inf', up_to(latest))
  local beyond = ARGV[2] == '' and 0 or rcall('ZCARD', dead) - ARGV[2]
  local count = math.min(math.max(old, beyond), most)
  ids = count > 0 and rcall('ZRANGE', dead, 0, count - 1) or {}
end
local wanted, details = #ids, {}
if #ids > 0 and has_tags() then
  details, ids = read_within(detail, ids)
end
force_oom_safe_write(topics)
call_with('ZREM', dead, ids)
clear(ids, ids)
leave_tags(tags_of(ids, details))
return { #ids, latest, (wanted == most or #ids < wanted) and 1 or 0 }
