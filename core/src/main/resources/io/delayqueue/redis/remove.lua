-- Removes tasks in any state. The outcome of a reserved one is stale; the instance that runs it receives a message.
--
--#keys detail topics deliveries errors repeats unique call rules never recorded...
-- "recorded" is {G}:RECORDED if records of the tasks that leave are to be written
-- ARGV[1] the channel {G}:WAKE:D   ARGV[2] milliseconds between two checks of the pusher
-- ARGV[3] for how many milliseconds "call" keeps the answer
-- ARGV[4] "", or which tasks alone are meant: the numbers of states, or none for all; behind a colon the topic, or
--   none for all; behind a colon the tag   ARGV[5...] ids, all different
--
-- Returns for each id, or of large tasks for the first of them, nil if there is no such task, else what "find" returns
-- of it; the ids behind are left. A second sending of the call gets the answer of the first and changes nothing: a task
-- that was added under the id between the two stays. Beyond 4 KB of details and errors the second answer has of a
-- detail only the due time and the topic, and no error.

--#include answers
--#include removing

local states, topic, tag = ARGV[4]:match('^(%d*):([^:]*):(.*)$')
local is_meant
if states then
  --#include tags
  is_meant = function(text, location)
    return has_tag(text, tag) and (topic == '' or topic == location.topic)
      and (states == '' or states:find(location.state, 1, true))
  end
end
local result, written = remove_tasks({ unpack(ARGV, 5) }, is_meant)
local kept, room = {}, 4096
for i, task in ipairs(result) do
  room = task and room - #task[2] - #task[6] or room
  kept[i] = task and room < 0 and { task[1], bare(task[2]), task[3], task[4], task[5], '' } or task
end
-- Of a call that has removed nothing each sending may be the first.
if written then
  remember(ARGV[3], kept)
end
return result
