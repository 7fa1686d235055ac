-- Makes due tasks ready, and reserved ones whose lease has ended. One instance at a time is the group's pusher.
--
-- KEYS[1] {G}:WAITING   KEYS[2] {G}:RESERVED   KEYS[3] {G}:PUSHER   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:COUNTS
-- KEYS[6] {G}:PAUSED   KEYS[7] {G}:OTHERS   KEYS[8] {G}:ERRORS   KEYS[9] {G}:HELD   KEYS[10] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] who pushes
-- ARGV[3] how many tasks of each kind to move at most, though never more than 100 whose lease has ended   ARGV[4] the longest wait between two pushes, in milliseconds
-- ARGV[5] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[6] the time that the instance expects, in milliseconds since the epoch, or 0
-- ARGV[7] how long to hold back ended leases if the clock is ahead of it by more than this or a second, in milliseconds
-- ARGV[8...] topics to check for lost signals
--
-- Returns: 1 if this instance is the pusher, due tasks moved, the topics of expired leases, one for each, microseconds to wait until
-- the next push, and, if no other instance asks to push, the topic whose task is the next to be due, else ""; keys of foreign types,
-- each followed by its topic; the time in milliseconds.

--#include pushing

local keys = {
  waiting = KEYS[1], reserved = KEYS[2], pusher = KEYS[3], deliveries = KEYS[4], counts = KEYS[5], paused = KEYS[6],
  others = KEYS[7], errors = KEYS[8], held = KEYS[9],
}
return (pushing(keys, 8))
