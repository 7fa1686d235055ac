-- Pushes, and then leases to the pusher what is ready of one topic: the next task's, so that it need not be signalled and
-- fetched. Where other instances push for the group too nothing is leased, for the signals give each its share.
--
-- KEYS[1] {G}:WAITING   KEYS[2] {G}:RESERVED   KEYS[3] {G}:PUSHER   KEYS[4] {G}:DELIVERIES   KEYS[5] {G}:COUNTS
-- KEYS[6] {G}:PAUSED   KEYS[7] {G}:OTHERS   KEYS[8] {G}:ERRORS
-- KEYS[9] {G}:CONSUMING:T   KEYS[10] {G}:CONSUMING:T:HIGH   KEYS[11] {G}:CONSUMING:T:LOW   KEYS[12] {G}:SIGNAL:T
-- KEYS[13] {G}:DETAIL   KEYS[14] {G}:SEQUENCE   KEYS[15] {G}:NEVER
-- ARGV[1] "{G}:", what the keys of topics begin with   ARGV[2] who pushes and takes
-- ARGV[3] how many tasks of each kind to move at most   ARGV[4] the longest wait between two pushes, in milliseconds
-- ARGV[5] how long the claim on pushing outlasts the wait, in milliseconds
-- ARGV[6] the topic   ARGV[7] the lease in milliseconds   ARGV[8] how many to lease at most
-- ARGV[9...] topics to look after
--
-- Returns what push returns, and what reserve returns or nothing if it was left to the signals.
--
-- Each half reads all it needs before it writes. Between the two every task is where a signal leads to it: should the second
-- fail, the first stands.

--#include clock
--#include evenwhenfull
--#include split
--#include consuming
--#include tally
--#include held
--#include topickey
--#include ready
--#include attempts
--#include turns
--#include pushing
--#include within
--#include leasing

local keys = {
  waiting = KEYS[1], reserved = KEYS[2], pusher = KEYS[3], deliveries = KEYS[4], counts = KEYS[5], paused = KEYS[6],
  others = KEYS[7], errors = KEYS[8], normal = KEYS[9], high = KEYS[10], low = KEYS[11], signal = KEYS[12], detail = KEYS[13],
  sequence = KEYS[14],
}
local pushed, alone =
  pushing(keys, ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), 9)
if alone then
  return { pushed, leasing(keys, ARGV[6], ARGV[2], tonumber(ARGV[7]), tonumber(ARGV[8])) }
end
return { pushed }
