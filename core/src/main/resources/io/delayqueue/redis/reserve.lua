-- Leases ready tasks of a topic to an instance.
--
-- KEYS[1] {G}:CONSUMING:T   KEYS[2] {G}:CONSUMING:T:HIGH   KEYS[3] {G}:CONSUMING:T:LOW   KEYS[4] {G}:SIGNAL:T
-- KEYS[5] {G}:RESERVED   KEYS[6] {G}:DETAIL   KEYS[7] {G}:DELIVERIES   KEYS[8] {G}:SEQUENCE   KEYS[9] {G}:COUNTS
-- KEYS[10] {G}:PAUSED
-- ARGV[1] the topic   ARGV[2] who takes them   ARGV[3] the lease in milliseconds   ARGV[4] how many at most
--
-- Returns how many are left, none for a paused topic; the time in milliseconds; then five values a task: id, delivery number,
-- attempt, score while it was ready, whose whole part is when this attempt was due, detail.

--#include leasing

local keys = {
  normal = KEYS[1], high = KEYS[2], low = KEYS[3], signal = KEYS[4], reserved = KEYS[5], detail = KEYS[6],
  deliveries = KEYS[7], sequence = KEYS[8], counts = KEYS[9], paused = KEYS[10],
}
return leasing(keys, ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]))
