-- Makes tasks that repeat wait for their next run: what finishes one run begins the wait for the next. Attempts start
-- at 1.
--
--#keys topics deliveries errors detail repeats rules never reserved+ waiting+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] ten values a delivery: topic, id, number, instance, label as in "finish"; how and milliseconds: "rate" the
--   first multiple of the period after the due time that is not over, "delay" from now, "at" since the epoch; 1 if its
--   callback had begun, else 0: the run was too late; error, or "" if the run did not fail; what is kept of the attempt
--   beside it
--
-- Returns how many deliveries were seen to, of large tasks the first of them, and the 1-based indexes of the stale
-- ones.

--#include freeing
--#include agenda
--#include attempts
--#include bounds
--#include detail
--#include fence
--#include numbers
--#include priority
--#include repeats
--#include retrying

local current, result = fence(3, 10)
local stored, read = read_within(detail, current.ids)
if #read < #current.ids then
  current, result = fence(3, 10, current.at[#read + 1])
end
if #read == 0 then
  return result
end
local now = next_millis()
local waits, times, details, failed, well, repeating, late, outcomes = {}, {}, {}, {}, {}, {}, {}, {}
for i, id in ipairs(read) do
  local at, topic, lease = current.at[i], current.topics[i], current.leases[i]
  local went_well = ARGV[at + 8] == ''
  local before = due_of(stored[i] or '')
  late[i] = ARGV[at + 7] == '0' or nil
  outcomes[i] = not went_well and (late[i] and 'MISSED' or 'FAILED')
  if before then
    local how, millis = ARGV[at + 5], tonumber(ARGV[at + 6])
    local time = millis
    if how == 'rate' then
      time = before + millis * math.max(1, math.floor((now - before) / millis) + 1)
    elseif how == 'delay' then
      time = now + millis
    end
    local rest, mark, is_paused = take_marks(behind_due(stored[i], before))
    if mark then
      mark = mark < 0 and now - mark or mark
      -- A time that is over was meant for an attempt that ended in another way, or sooner.
      time = mark > now and mark or time
    end
    append(details, id, with_due(whole(time), with_last_run(rest, before, now, not went_well)))
    time = is_paused and PAUSED_UNTIL or time
    times[topic] = math.min(times[topic] or time, time)
    if may_repeat(stored[i]) then
      append(repeating, id)
    end
    append_to(waits, topic_key('WAITING', topic), (went_well and without_history or with_history)(time, lease), id)
    if went_well and has_history(lease) then
      append(well, id)
    elseif not went_well then
      -- Without its record an attempt is not kept among those that went wrong.
      append(failed, { id, not late[i] and current.records[i], ARGV[at + 8], ARGV[at + 9] })
    end
  end
end
check_waiting(times)
local attempts = append_attempts(failed)
local begin
if current.labelled and has_in_labels(current, '\t') then
  --#include recording
  begin = record_ends(current, well, attempts, outcomes)
end
begin_freeing(current, false, late, begin)
if next(times) then
  schedule(times, now)
end
remove_leases(current)
call_with('HDEL', deliveries, read)
call_each('ZADD', waits)
call_with('HSET', detail, details)
-- In this order: a key that a write has emptied is not touched again.
call_with('HSET', errors, attempts)
call_with('HDEL', errors, well)
leave_retrying(current)
-- Of tasks of an earlier version, or where the entry was lost.
enter_repeats(repeating)
return result
