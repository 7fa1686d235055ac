-- Adds tasks, some of them in place of those of the same ids, enters those that repeat, and adds none whose id has a window.
--
--#keys detail topics deliveries errors repeats unique call rules never
-- ARGV as of "add"; behind the third character of "how" are letters, some with a number: "P" if the task repeats; "U" milliseconds of the window that the
--   task has if it is new; "B" the last time at which the task may be due, in milliseconds since the epoch: the time before is then the first; "L"
--   milliseconds from the first of the tasks that replace one another, after which the last of these does not wait
--
-- Returns what "add" does, or 6 and the end of the window for a task that is not added because the window lasts.
--
-- A new place is written before the old one is left: a key that a write has emptied is not touched again. A second sending of the call
-- gets the answer of the first and changes nothing: it would replace what the first has added.

--#include answers
--#include removal
--#include adding
--#include repeats
--#include due_times
--#include windows

local repeated = {}
local result, written = add_tasks(function(replaced)
  local ids, details = {}, {}
  for id, text in pairs(replaced) do
    ids[#ids + 1] = id
    details[#details + 1] = text
    repeated[id] = may_repeat(text)
  end
  if #ids == 0 then
    return nil
  end
  local places = locate(ids, details)
  local records = redis.call('HMGET', deliveries, unpack(ids))
  local current = leases_of(places)
--#include freeing
  return function()
    for _, place in pairs(places) do
      -- The new score has taken the old one's place already.
      place.key = place.state ~= DELAYED and place.key
    end
    if free then
      free()
    end
    remove_members(ids, places, records, 'replaced')
    redis.call('HDEL', deliveries, unpack(ids))
    redis.call('HDEL', errors, unpack(ids))
  end
end, begin_window, due_time)
if written then
  write_windows()
  -- Of several tasks with one id the last one counts.
  local entered, left, repeats_now = {}, {}, {}
  for i = 1, #result / 2 do
    if result[2 * i - 1] == ADDED or result[2 * i - 1] == REPLACED then
      repeats_now[ARGV[5 * i]] = string.sub(ARGV[5 * i + 2], 4, 4) == 'P'
    end
  end
  for id, repeats_on in pairs(repeats_now) do
    if repeats_on then
      entered[#entered + 1] = id
    elseif repeated[id] then
      left[#left + 1] = id
    end
  end
  enter_repeats(entered)
  leave_repeats(left)
  remember(ARGV[3], result)
end
return result
