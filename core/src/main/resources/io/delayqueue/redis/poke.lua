-- Ends an instance's wait for signals.
--
-- KEYS[1] {G}:POKE:<instance>
-- ARGV[1] how long the poke is kept for a wait that has not begun, in milliseconds
--
-- Trimming changes nothing; it is the first write, which must be one that Redis does not refuse for want of memory.

redis.call('LTRIM', KEYS[1], 0, 0)
if redis.call('LLEN', KEYS[1]) == 0 then
  redis.call('RPUSH', KEYS[1], '1')
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return 1
