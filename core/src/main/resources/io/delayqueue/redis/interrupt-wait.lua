-- Ends an instance's wait for signals.
--
--#keys poke
-- ARGV[1] how long the interruption is kept for a wait that has not begun, in milliseconds
--
-- Trimming changes nothing here; as in force_oom_safe_write, the first write is one that Redis does not refuse for want of memory.

redis.call('LTRIM', poke, 0, 0)
if redis.call('LLEN', poke) == 0 then
  redis.call('RPUSH', poke, '1')
  redis.call('PEXPIRE', poke, ARGV[1])
end
return 1
