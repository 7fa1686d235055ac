-- Overwrites records in a part of a history. Other records keep their positions.
--
--#keys topics history
-- ARGV[1] a term that the records have
-- ARGV[2] how many at most
--
-- Returns how many.

--#include records

local positions = read_topic_key('LPOS', history, ARGV[1], 'COUNT', ARGV[2]) or {}
force_oom_safe_write(topics)
for _, position in ipairs(positions) do
  local first, elements = record_at(position, position + 11)
  for i = first, first + #elements - 1 do
    rcall('LSET', history, i, '')
  end
end
return #positions
