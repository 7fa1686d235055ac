-- Corrects counters by what they were found to differ. Every other script changes a sorted set and its counters by the same
-- number, so a difference stays what it is until it is corrected; {G}:REPAIRED makes sure that it is corrected once.
--
--#keys counts repaired
-- ARGV[1] what {G}:REPAIRED held when the difference was found, or ""   ARGV[2] what it is to hold   ARGV[3] for how long
-- ARGV[4...] two values a counter: its field, the difference
--
-- Returns 1 if this correction was made, 0 if another was made since.

local last = redis.call('GET', repaired) or ''
if last == ARGV[2] then
  return 1
end
if last ~= ARGV[1] then
  return 0
end
redis.call('SET', repaired, ARGV[2], 'PX', ARGV[3])
for at = 4, #ARGV, 2 do
  redis.call('HINCRBY', counts, ARGV[at], ARGV[at + 1])
end
return 1
