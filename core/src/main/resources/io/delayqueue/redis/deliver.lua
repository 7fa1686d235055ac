-- Pushes, and then leases to the pusher what is ready of one topic: the next task's, so that it need not be signalled and
-- fetched. Where other instances push for the group too nothing is leased, for the signals give each its share.
--
-- KEYS[1] {G}:WAITING   KEYS[2] {G}:RESERVED   KEYS[3] {G}:PUSHER   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:COUNTS
-- KEYS[6] {G}:PAUSED   KEYS[7] {G}:OTHERS   KEYS[8] {G}:ERRORS   KEYS[9] {G}:HELD
-- KEYS[10] {G}:CONSUMING:T   KEYS[11] {G}:CONSUMING:T:HIGH   KEYS[12] {G}:CONSUMING:T:LOW   KEYS[13] {G}:SIGNAL:T
-- KEYS[14] {G}:DETAIL   KEYS[15] {G}:SEQUENCE   KEYS[16] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] who pushes and takes
-- ARGV[3] how many tasks of each kind to move at most   ARGV[4] the longest wait between two pushes, in milliseconds
-- ARGV[5] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[6] the time that the instance expects, in milliseconds since the epoch, or 0
-- ARGV[7] how long to hold back ended leases if the clock is ahead of it by more than this or a second, in milliseconds
-- ARGV[8] the topic   ARGV[9] the lease in milliseconds   ARGV[10] how many to lease at most
-- ARGV[11...] topics to check for lost signals
--
-- Returns what push returns, and what reserve returns or nothing if it was left to the signals.
--
-- Each half reads all it needs before it writes. Between the two every task is where a signal leads to it: should the second
-- fail, the first stands.

--#include leasing
--#include pushing

local keys = {
  waiting = KEYS[1], reserved = KEYS[2], pusher = KEYS[3], deliveries = KEYS[4], counts = KEYS[5], paused = KEYS[6],
  others = KEYS[7], errors = KEYS[8], held = KEYS[9], normal = KEYS[10], high = KEYS[11], low = KEYS[12], signal = KEYS[13],
  detail = KEYS[14], sequence = KEYS[15],
}
local pushed, alone = pushing(keys, 11)
if alone then
  return { pushed, leasing(keys, ARGV[8], ARGV[2], tonumber(ARGV[9]), tonumber(ARGV[10])) }
end
return { pushed }
