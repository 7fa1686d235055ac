-- Counts tasks by topic and state, and those that fall due within windows from now.
--
--#keys topics rules never others...
-- "others" has the same three keys of each further group, which only a server that is no cluster accepts
-- ARGV number of windows, their lengths in milliseconds, then for each group the number of its topics and their names, some hundreds at
-- most altogether
--
-- Returns the time, then for each topic of each group: its name, delayed, ready, reserved, dead, until when it is paused or held or 0, for how many milliseconds its oldest
-- ready task has been due, and for each window the number of delayed tasks that are due at most its length after the time. A task that is
-- due and not pushed yet is ready.

--#include base
--#include detail
--#include topic_keys

local now = math.floor(clock() / 1000)

-- The scores up to and including a millisecond: the fraction of a score is no part of its time.
local function up_to(millis)
  return string.format('(%.0f', millis + 1)
end

local windows, ends = tonumber(ARGV[1]), {}
for i = 1, windows do
  ends[i] = up_to(now + ARGV[i + 1])
end
local result = { now }

local function count_topic(topic, held)
  local waiting = topic_key('WAITING', topic)
  local delayed, due, ready, oldest = read_topic_key('ZCARD', waiting) or 0, 0, 0, now
  local function add(key, members)
    if members > 0 then
      ready = ready + members
      oldest = math.min(oldest, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]))
    end
  end
  local stored = delayed > 0
  if stored then
    due = redis.call('ZCOUNT', waiting, '-inf', up_to(now))
    delayed = delayed - due
    add(waiting, due)
  end
  for _, key in ipairs({ ready_keys(topic) }) do
    add(key, read_topic_key('ZCARD', key) or 0)
  end
  local leased, dead = read_topic_key('ZCARD', topic_key('RESERVED', topic)) or 0, read_topic_key('ZCARD', topic_key('DEAD', topic)) or 0
  append(result, topic, delayed, ready, leased, dead, held > now and held or 0, now - math.floor(oldest))
  for _, to in ipairs(ends) do
    result[#result + 1] = stored and redis.call('ZCOUNT', waiting, '-inf', to) - due or 0
  end
end

local at = windows + 2
for group = 0, #others / 3 do
  if group > 0 then
    prefix, rules = string.sub(others[3 * group - 2], 1, -7), others[3 * group - 1]
  end
  local last = at + ARGV[at]
  for i, rule in ipairs(redis.call('HMGET', rules, unpack(ARGV, at + 1, last))) do
    count_topic(ARGV[at + i], tonumber(string.match(rule or '', '^%d+')) or 0)
  end
  at = last + 1
end
return result
