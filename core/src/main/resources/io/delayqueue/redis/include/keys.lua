--#include base
--#include detail
--#include line
--#include plan
--#include ready
--#include topic_keys
--#keys topics rules never

-- Settles who has the places of keys. Redis creates functions at each call, so scripts that mostly meet no key include this file where they have met one.

-- The ids that have places of a key, without one of them: an empty text if none is left, nil if the id has no place.
local function without(ids, id)
  local all = ',' .. ids .. ','
  local from, to = string.find(all, ',' .. id .. ',', 1, true)
  return from and string.sub(all, 2, from - 1) .. string.sub(all, from > 1 and to or to + 1, -2)
end

-- Settles one key: those that leave give up their places, and the first of its tasks get the free places, by their due times, then by their ids: of those
-- that arrive, and of those behind. "before" has the ids that had places. Plans what becomes ready, and what make_ready writes.
-- "scores" has the scores of members and ids that arrive, and false for those that leave. A task that arrives "alone" needs no member.
local function settle_key(plan, topic, line, key, before, places)
  local leavers, arrivals = line.keys[key], line.keys[key].arrivals
  local ids, freed, fresh, first, scores, from = before or '', 0, {}, {}, {}, #key + 2
  for _, left in ipairs(leavers) do
    local rest = without(ids, left)
    ids, freed, scores[left] = rest or ids, freed + (rest and 1 or 0), false
  end
  for at = 1, #arrivals, 3 do
    if has_place(ids, arrivals[at]) or places == math.huge then
      plan_ready(plan, topic, arrivals[at], arrivals[at + 1])
    elseif not scores[arrivals[at]] then
      -- A push that has removed a foreign signal has planned its tasks twice.
      fresh[#fresh + 1], scores[arrivals[at]] = at, true
    end
  end
  -- A step stays short in which the topic has more places than before.
  local most = math.max(0, math.min(places - (ids ~= '' and 1 + select(2, string.gsub(ids, ',', '')) or 0), freed + #fresh + 1))
  -- Without places that are taken no task is behind an arrival. A task that leaves without a place frees none, unless all are free.
  if most > 0 and line.is_behind and (freed > 0 or (ids ~= '') == (#fresh > 0)) then
    first = redis.call('ZRANGEBYLEX', line.behind, '[' .. key .. '\0', '(' .. key .. '\1', 'LIMIT', 0, most + #leavers)
  end
  local kept, alone = most + #leavers, most > 0 and #first == 0 and #fresh == 1
  for _, at in ipairs(fresh) do
    local id, score = arrivals[at], arrivals[at + 1]
    local member, place = alone and id or stem_of(key, arrivals[at + 2], id) .. string.char(97 + score % 1 * 8), math.min(#first, kept)
    while place > 0 and comes_before(member, first[place], from) do
      place = place - 1
    end
    -- Those that get no place need no order.
    table.insert(first, place < kept and place + 1 or #first + 1, member)
    scores[member] = score
  end
  for _, member in ipairs(first) do
    if scores[member] ~= false and most > 0 then
      local id = alone and member or string.sub(member, from + 15, -3)
      ids, most = ids ~= '' and ids .. ',' .. id or id, most - 1
      plan_ready(plan, topic, id, scores[member] or plan.now + fraction_of(member))
      line.promoted[#line.promoted + 1] = not scores[member] and member or nil
    elseif scores[member] then
      local last = #line.entered
      line.entered[last + 1], line.entered[last + 2] = '0', member
    end
  end
  if ids == '' and before then
    line.emptied[#line.emptied + 1] = key
  elseif ids ~= (before or '') then
    local last = #line.filled
    line.filled[last + 1], line.filled[last + 2] = key, ids
  end
end

-- Settles the keys of a topic. Without a rule, which was lost, a task needs no place, and none is written.
local function settle_line(plan, topic)
  local line, rule = plan.lines[topic], plan.rules[topic]
  line.behind, line.held = topic_key('BEHIND', topic), topic_key('KEYS', topic)
  line.promoted, line.entered, line.filled, line.emptied = {}, {}, {}, {}
  line.is_behind = redis.call('ZCARD', line.behind) > 0
  local before = redis.call('HMGET', line.held, unpack(line.names))
  for i, key in ipairs(line.names) do
    settle_key(plan, topic, line, key, before[i], rule and rule.places or math.huge)
  end
  if not rule or not rule.places then
    line.filled, line.emptied = {}, {}
  end
end
