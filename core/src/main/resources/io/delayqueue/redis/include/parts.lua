--#include base
--#include numbers
--#include topic_keys
--#keys topics never

-- The history of a topic stands in numbered parts, the lists {G}:HISTORY:T:n, which expire. {G}:RECORDED has of a topic:
-- under its name the rule, as HistoryStore.text in Java; behind "#" the open part, as number:bytes:records:first:counts,
-- with the time of the first record and the number of records by outcome; behind "=" the closed parts, the oldest first,
-- each as number:bytes:records:first:last:counts; and behind "!" how many records were not kept.
local recorded = prefix .. 'RECORDED'

-- How many bytes a part has at most, unless the records of one call have more.
local PART = 1048576

-- Reads the rule and the open part of a topic. Returns nil if the hash is of a foreign type. Without a rule there is no
-- age. No record enters the part after it "ends", which is so long before its expiry as the records last.
local function read_history(topic)
  local texts = redis.pcall('HMGET', recorded, topic, '#' .. topic)
  local age, size, outcomes = (texts[1] or ''):match('^(%d+)|(%d+)|%a*|([%u,]*)$')
  local number, bytes, count, first, counts = (texts[2] or ''):match('^(%d+):(%d+):(%d+):(%d+):(.*)$')
  first = count ~= '0' and first
  return not texts.err and {
    age = tonumber(age),
    size = size,
    outcomes = outcomes,
    number = number or '1',
    bytes = bytes or 0,
    count = tonumber(count) or 0,
    first = first,
    ends = age and first and first + age / 16 or math.huge,
    counts = counts or '',
  } or nil
end

local function part_key(topic, number)
  return topic_key('HISTORY', topic) .. ':' .. number
end

-- The text of the open part from now on.
local function open_part(history)
  return history.number .. (':%d:%d:'):format(history.bytes, history.count) .. (history.first or 0) .. ':'
    .. history.counts
end

-- Closes the open part. Returns the text of the closed parts from now on, and the keys of those that leave because they
-- are beyond the age or the size. Writes nothing.
local function close_part(topic, history, now)
  local text = rcall('HGET', recorded, '=' .. topic) or ''
  if history.count > 0 then
    local times = ('%.0f:%.0f'):format(history.first, math.min(now, history.ends))
    text = ('%s%.0f:%.0f:%.0f:%s:%s;'):format(text, history.number, history.bytes, history.count, times, history.counts)
    history.number, history.bytes, history.count, history.counts, history.first = history.number + 1, 0, 0, ''
  end
  local total, gone = 0, {}
  for bytes in text:gmatch('%d+:(%d+):[^;]*;') do
    total = total + bytes
  end
  text = text:gsub('(%d+):(%d+):%d+:%d+:(%d+):[^;]*;', function(number, bytes, last)
    if total > history.size - PART or now - last > history.age then
      total, gone[#gone + 1] = total - bytes, part_key(topic, number)
      return ''
    end
  end)
  return text, gone
end
