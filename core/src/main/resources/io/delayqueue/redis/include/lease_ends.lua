--#include base
--#include bounds
--#include delivery
--#include detail
--#include priority
--#keys deliveries detail

-- The scores with which leased tasks return: to their previous place, and with a history unless a first delivery is taken back. "records" is
-- what {G}:DELIVERIES has of each task, "leases" its score in {G}:RESERVED:T, and "unbegun" says whether the attempt is taken back: true, false if the
-- attempt has begun, nil if it may have. A task whose repetition is paused waits for the end of the pause only if no attempt has begun. Returns the scores, and of how
-- many tasks they are: only of the first where details are large.
local function previous_scores(ids, records, leases, unbegun, now)
  local scores, unknown, indexes, count = {}, {}, {}, #ids
  for i, id in ipairs(ids) do
    local _, _, _, score = parse_delivery(records[i])
    scores[i] = tonumber(score)
    if not scores[i] or unbegun[i] == false and scores[i] >= PAUSED_UNTIL then
      unknown[#unknown + 1] = id
      indexes[#indexes + 1] = i
    end
  end
  if #unknown > 0 then
    local details, read = read_within(detail, unknown)
    count = indexes[#read + 1] and indexes[#read + 1] - 1 or count
    for n = 1, #read do
      local i = indexes[n]
      local due = tonumber(due_of(details[n] or '')) or now
      scores[i] = unbegun[i] and with_fraction(due, leases[i]) or with_history(due, leases[i])
    end
  end
  return scores, count
end

-- Takes back the last attempts of those tasks whose callbacks never began ("unbegun"). Nothing is left of a first delivery.
local function take_back_attempts(ids, records, unbegun)
  local changed, first = {}, {}
  for i, id in ipairs(ids) do
    local number, attempts, _, score = parse_delivery(unbegun[i] and records[i])
    if score then
      append(changed, id, number .. ':' .. string.format('%.0f', tonumber(attempts) - 1) .. string.match(records[i], '^%d+:%d+(:.*)$'))
    elseif unbegun[i] then
      first[#first + 1] = id
    end
  end
  if #changed > 0 then
    redis.call('HSET', deliveries, unpack(changed))
  end
  if #first > 0 then
    redis.call('HDEL', deliveries, unpack(first))
  end
end
