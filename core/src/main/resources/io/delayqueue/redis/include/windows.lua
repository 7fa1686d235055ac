--#include base
--#keys unique

-- {G}:UNIQUE has the ids of tasks that were added with a window in which no other task may be added under the id, by the end of the window in
-- milliseconds. A window outlasts the end of the task. An ended window has no effect: each add with windows removes some of these, so no audit is needed.

-- The scores and ids of new windows, and how many windows have ended.
local windows, ended = {}, 0

-- Begins the window that a task has by "how", unless the window of an earlier task lasts: then the function returns when that window ends.
local function begin_window(id, how, now)
  local millis = string.match(how, 'U(%d+)')
  local ends = millis and tonumber(redis.call('ZSCORE', unique, id) or 0)
  if not millis or ends > now then
    return ends
  end
  if #windows == 0 then
    ended = redis.call('ZCOUNT', unique, '-inf', string.format('%.0f', now))
  end
  append(windows, string.format('%.0f', now + millis), id)
end

-- Removes at most two ended windows for each new window, and writes the new windows.
local function write_windows()
  if ended > 0 then
    redis.call('ZREMRANGEBYRANK', unique, 0, math.min(ended, #windows) - 1)
  end
  if #windows > 0 then
    redis.call('ZADD', unique, unpack(windows))
  end
end

-- Ends the windows of tasks that are gone, after other writes: a key of a foreign type has no windows.
local function end_windows(ids)
  if #ids > 0 then
    read_topic_key('ZREM', unique, unpack(ids))
  end
end
