-- Removes all parts of the history of a topic.
--
--#keys topics recorded never
-- ARGV[1] the topic
-- ARGV[2] 1 to remove its rule too

--#include base
--#include topic_keys

local topic = ARGV[1]
local open, closed = unpack(rcall('HMGET', recorded, '#' .. topic, '=' .. topic))
force_oom_safe_write(topics)
for number in ((closed or '') .. (open or '')):gmatch('(%d+):%d+:%d+:[^;]*') do
  rcall('UNLINK', topic_key('HISTORY', topic) .. ':' .. number)
end
rcall('HDEL', recorded, '#' .. topic, '=' .. topic, '!' .. topic, ARGV[2] == '1' and topic or '')
return 1
