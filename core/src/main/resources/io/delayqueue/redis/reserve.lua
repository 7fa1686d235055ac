-- Leases ready and due tasks of a topic to an instance.
--
--#keys topics waiting consuming consuming_high consuming_low signal reserved detail deliveries sequence paused
-- ARGV[1] the topic   ARGV[2] who takes them   ARGV[3] the lease in milliseconds   ARGV[4] how many at most
--
-- Returns how many are left, none for a paused topic; the time in milliseconds; then five values a task: id, delivery number,
-- attempt, score while it was ready, whose whole part is when this attempt was due, detail.

--#include leasing

return (lease_tasks(clock(), ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])))
