--#include agenda
--#include bounds
--#include detail
--#include places
--#include planned
--#include priority
--#include removal
--#keys detail topics rules never

-- Sets other due times of delayed or ready tasks, whose ids are all different; "args" are the arguments of "reschedule", with three values
-- from ARGV[4] on for each task. Returns two numbers a task, or of large tasks of the first of them: 0 no such task, 1 done, 2 it is reserved,
-- 3 it is dead; and when the task is due, in milliseconds. And whether anything was written.
--
-- A task that is due, whether it is ready already or not, and is to be due now keeps its place, because it must not go behind the others.
local function reschedule_tasks(args)
  local ids = {}
  for at = 4, #args, 3 do
    ids[#ids + 1] = args[at]
  end
  local stored, read = read_within(detail, ids)
  local places = locate(read, stored)
  local now = math.ceil(clock() / 1000)
  local result, details, times, scores, left, moved = {}, {}, {}, {}, {}, {}
  for i, id in ipairs(read) do
    local place, before = places[i], due_of(stored[i] or '')
    local due, how = tonumber(args[3 * i + 2]), args[3 * i + 3]
    if how == '+' then
      due = now + due
    end
    if not place or not place.key then
      append(result, 0, 0)
    elseif place.state == RESERVED or place.state == DEAD then
      append(result, place.state, tonumber(before))
    elseif (place.state == READY or place.score < now) and due <= now then
      append(result, 1, tonumber(before))
    else
      local topic = place.topic
      append(result, 1, due)
      append(details, id, with_due(string.format('%.0f', due), rest_to_move(stored[i], before, place.score, now)))
      times[topic] = math.min(times[topic] or due, due)
      scores[topic] = scores[topic] or {}
      append(scores[topic], with_fraction(due, place.score), id)
      if place.state == READY then
        left[place.key] = left[place.key] or {}
        append(left[place.key], place.member or id)
      end
      -- A task that waits for another attempt, and blocks its key, does so unless it is put off.
      moved[i] = (place.state == READY or due > place.score) and place or nil
    end
  end
  if #details == 0 then
    return result, false
  end
  if next(times, next(times)) then
    check_waiting(times)
  end
  local current = leases_of(read, stored, moved)
--#include freeing
  if free then
    free()
  end
  schedule(times, now)
  -- The new places are written before the old ones are left: a key may be empty afterwards.
  for topic, list in pairs(scores) do
    redis.call('ZADD', topic_key('WAITING', topic), unpack(list))
  end
  redis.call('HSET', detail, unpack(details))
  for key, members in pairs(left) do
    redis.call('ZREM', key, unpack(members))
  end
  return result, true
end
