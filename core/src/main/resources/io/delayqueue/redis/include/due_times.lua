--#include base
--#include places
--#include priority
--#include topic_keys

-- By a topic and a second how many tasks are due then, with those that this call has placed there.
local filled = {}

-- The time of a task that may be due at any time between two: of four times that the id draws, so that a repeated add draws the same, the one in whose
-- second the fewest tasks of the topic are due.
local function least_filled(topic, id, from, to, now)
  from = math.max(from, math.min(now, to))
  local hash, time, fewest, chosen = redis.sha1hex(id), nil, math.huge, nil
  for draw = 0, 3 do
    local part = tonumber(string.sub(hash, 8 * draw + 1, 8 * draw + 8), 16) / 4294967296
    local drawn = from + math.floor(part * (to - from + 1))
    local second = math.floor(drawn / 1000)
    local key = topic .. ':' .. second
    local first, next_first = string.format('%.0f', second * 1000), string.format('(%.0f', second * 1000 + 1000)
    filled[key] = filled[key] or redis.call('ZCOUNT', topic_key('WAITING', topic), first, next_first)
    if filled[key] < fewest then
      time, fewest, chosen = drawn, filled[key], key
    end
  end
  filled[chosen] = fewest + 1
  return time
end

-- Until when a task may wait that replaces others of its id again and again: the mark that the first of those has left at the end of its detail. False if the
-- task there has none, or was reserved.
local function latest_of(task)
  local latest = string.match(string.sub(task.there or '', -40), ',"latest":(%d+)}%]$')
  local place = latest and task.is_stored and locate({ task.id }, { task.there })[1]
  local begun = place and (place.state == RESERVED or place.state == DEAD or not place.score or has_history(place.score))
  return not begun and tonumber(latest)
end

-- When a task is due, and what is behind the due time of its detail. "how" is that of the script "replace". The task has its topic, its id, the detail that
-- it replaces ("there"), and whether this is stored, not of the same call.
local function due_time(task, how, due, rest, now)
  local to, longest = string.match(how, 'B(%d+)'), string.match(how, 'L(%d+)')
  if to then
    due = least_filled(task.topic, task.id, due, tonumber(to), now)
  elseif longest then
    local latest = latest_of(task) or now + longest
    due, rest = math.min(due, latest), string.sub(rest, 1, -3) .. string.format(',"latest":%.0f}]', latest)
  end
  return due, rest
end
