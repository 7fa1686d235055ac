-- Reads a part of the details, each together with all places of its task.
--
--#keys detail topics deliveries never
-- ARGV[1] the cursor of the hash   ARGV[2] about how many to read, of large ones fewer
--
-- Returns the next cursor; how many were looked at; topics, each followed by its number of details; what is wrong, four
-- values each: "U" no task, "N" in no state, "S" in several or "L" reserved without a delivery; the topic or ""; the id; the
-- states' numbers as "find" returns them, what is furthest on first.

--#include delivery
--#include places
--#include scan

local cursor, ids, details = scan_part(detail, ARGV[1], tonumber(ARGV[2]))
local found = locate(ids, details, true)
local held = read_in_parts(redis.call, 'HMGET', deliveries, ids)
local counts, flaws = {}, {}
local function flaw(kind, i)
  local task = found[i]
  for _, value in ipairs({ kind, task and task.topic or '', ids[i], task and states_of(task) or '' }) do
    flaws[#flaws + 1] = value
  end
end
for i = 1, #ids do
  local task = found[i]
  if not task then
    flaw('U', i)
  else
    counts[task.topic] = (counts[task.topic] or 0) + 1
    if #task.places == 0 then
      flaw('N', i)
    elseif #task.places > 1 then
      flaw('S', i)
    end
    if #task.places > 0 and task.places[1].state == RESERVED and not parse_delivery(held[i]) then
      flaw('L', i)
    end
  end
end
local topics = {}
for topic, count in pairs(counts) do
  topics[#topics + 1] = topic
  topics[#topics + 1] = count
end
return { cursor, #ids, topics, flaws }
