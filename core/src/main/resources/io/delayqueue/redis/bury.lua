-- Moves tasks to the dead letters: failed ones, and those that were too late to begin. Removes tasks that were too late
-- and are dropped.
--
--#keys topics deliveries detail errors rules never reserved+ dead+
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3...] eight values a delivery: topic, id, number, instance, label as in "finish", 1 if its callback had begun,
--   else 0: the task was too late, and the attempt does not count; error, or "" to drop the task; what is kept of the
--   attempt beside it
--
-- Returns how many deliveries there are, and the 1-based indexes of the stale ones; or, with nothing written, an error
-- that names the key of dead letters that another program has written.

--#include freeing
--#include attempts
--#include base
--#include fence
--#include lease_ends
--#include priority
--#include retrying
--#include tags
--#include topic_keys

local current, reply = fence(3, 8)
if #current.ids > 0 then
  local now = clock_millis()
  local letters, failed, dropped, late, labels, outcomes = {}, {}, {}, {}, {}, {}
  for i, at in ipairs(current.at) do
    local id, key = current.ids[i], topic_key('DEAD', current.topics[i])
    late[i] = ARGV[at + 5] == '0' or nil
    if ARGV[at + 6] == '' then
      dropped[#dropped + 1], outcomes[i] = id, 'DROPPED'
      labels[#dropped] = ARGV[at + 4]
    else
      -- Refused here if it is of a foreign type: after the first write below the task would be in no set.
      if not letters[key] and not read_topic_key('ZCARD', key) then
        local kind = ' is of a type that only another program can have written'
        return redis.error_reply('WRONGTYPE The key ' .. key .. kind)
      end
      append_to(letters, key, with_history(now, current.leases[i]), id)
      outcomes[i] = 'DEAD'
      append(failed, { id, not late[i] and current.records[i], ARGV[at + 6], ARGV[at + 7] })
    end
  end
  local attempts = append_attempts(failed)
  local begin
  if current.labelled and has_in_labels(current, '\t') then
    --#include recording
    begin = record_ends(current, dropped, attempts, outcomes)
  end
  begin_freeing(current, false, late, begin)
  remove_leases(current)
  call_each('ZADD', letters)
  call_with('HSET', errors, attempts)
  take_back_attempts(current.ids, current.records, late)
  remove_fields({ detail, deliveries, errors }, dropped)
  leave_retrying(current)
  leave_tags(tags_of(dropped, labels))
end
return reply
