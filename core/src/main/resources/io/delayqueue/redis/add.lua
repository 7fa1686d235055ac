-- Adds tasks whose ids are not in the group.
--
--#keys detail topics waiting+
-- ARGV[1] the channel {G}:WAKE:D
-- ARGV[2] milliseconds between two looks of the pusher   ARGV[3] for how many milliseconds "replace" keeps its answer
-- ARGV[4...] five values a task: topic, id, time in milliseconds, how, what is behind the due time in the
--   detail: "topic",payload,{options}].
--   How: "+" if the time counts from now or "=" if from the epoch; the priority, 0 normal, 1 high, 2 low; "R" to replace a
--   task of the topic with this id, "K" to keep it
--
-- Returns two numbers a task, or of the first tasks only where those in the store are large: 1 added, 2 the same task is there,
-- 3 another of this topic, 4 one of another topic, 5 replaced; and when the task in the store is due, in milliseconds.

--#include adding

return (add_tasks())
