-- Looks at a part of the details, each together with all places of its task.
--
--#keys detail waiting reserved deliveries never
-- ARGV[1] the cursor of the hash   ARGV[2] about how many to read, of large ones fewer
--
-- Returns the next cursor; how many were looked at; topics, each followed by its number of details; what is wrong, four
-- values each: "U" no task, "N" in no state, "S" in several or "L" reserved without a delivery; the topic or ""; the id; the
-- states' numbers as "find" returns them, what is furthest on first.

--#include held
--#include places
--#include scan

local cursor, ids, details = scan(detail, ARGV[1], tonumber(ARGV[2]))
local found = places(ids, details)
local held = inparts('HMGET', deliveries, ids)
local counts, flaws = {}, {}
local function flaw(kind, i)
  for _, value in ipairs({ kind, found[i].topic or '', ids[i], statesof(found[i]) }) do
    flaws[#flaws + 1] = value
  end
end
for i, task in ipairs(found) do
  if not task.topic then
    flaw('U', i)
  else
    counts[task.topic] = (counts[task.topic] or 0) + 1
    if #task.at == 0 then
      flaw('N', i)
    elseif #task.at > 1 then
      flaw('S', i)
    end
    if #task.at > 0 and task.at[1].state == 2 and not readheld(held[i]) then
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
