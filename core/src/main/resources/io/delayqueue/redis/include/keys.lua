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

-- Plans that a task goes behind.
local function enter(line, member)
  local entered, last = line.entered, #line.entered
  entered[last + 1], entered[last + 2] = '0', member
end

-- Gives "free" places of a key to the first of its tasks, by their due times, then by their ids: of those that arrive ("arrivals", positions in the line), and of
-- those behind if there are some. Returns the ids that have places.
local function fill_places(plan, topic, line, key, ids, arrivals, free, is_behind)
  local low, first, scores = key .. '\0', {}, {}
  if not is_behind and #arrivals == 1 then
    local at = arrivals[1]
    plan_ready(plan, topic, line.arrivals[at + 2], line.arrivals[at + 3])
    return (ids ~= '' and ids .. ',' or '') .. line.arrivals[at + 2]
  end
  local members = is_behind and redis.call('ZRANGEBYLEX', line.behind, '[' .. low, '(' .. key .. '\1', 'LIMIT', 0, free + line.gone_count) or {}
  for _, member in ipairs(members) do
    if #first < free and not line.gone[member] then
      first[#first + 1] = member
    end
  end
  for _, at in ipairs(arrivals) do
    local member, place = arrival_of(line, at), #first
    scores[member] = line.arrivals[at + 3]
    while place > 0 and comes_before(member, first[place]) do
      place = place - 1
    end
    table.insert(first, place + 1, member)
    local last = #first > free and table.remove(first)
    if scores[last] then
      enter(line, last)
    end
  end
  for _, member in ipairs(first) do
    local id = id_of_member(member, #low)
    ids = ids ~= '' and ids .. ',' .. id or id
    plan_ready(plan, topic, id, scores[member] or plan.now + fraction_of(member))
    line.promoted[#line.promoted + 1] = not scores[member] and member or nil
  end
  return ids
end

-- Settles the line of a topic: those that leave give up their places, and the first ones behind them and of those that arrive get places. Plans what
-- becomes ready, and what make_ready writes of the line.
local function settle_line(plan, topic)
  local line, rule = plan.lines[topic], plan.rules[topic]
  local arrivals, leavers, names, free, freed, waits = line.arrivals, line.leavers, {}, {}, {}, {}
  if not rule or not rule.places then
    -- The rule was lost.
    for at = 1, #arrivals, 4 do
      plan_ready(plan, topic, arrivals[at + 2], arrivals[at + 3])
    end
    plan.lines[topic] = nil
    return
  end
  line.behind, line.held = topic_key('BEHIND', topic), topic_key('KEYS', topic)
  line.promoted, line.entered, line.filled, line.emptied = {}, {}, {}, {}
  line.is_behind = redis.call('ZCARD', line.behind) > 0
  for list, step in pairs({ [arrivals] = 4, [leavers] = 2 }) do
    for at = 1, #list, step do
      if not freed[list[at]] then
        freed[list[at]], names[#names + 1] = 0, list[at]
      end
    end
  end
  local before, holders = #names > 0 and redis.call('HMGET', line.held, unpack(names)) or {}, {}
  for i, key in ipairs(names) do
    holders[key] = before[i] or ''
  end
  for at = 1, #leavers, 2 do
    local key = leavers[at]
    local rest = without(holders[key], leavers[at + 1])
    if rest then
      holders[key], freed[key] = rest, freed[key] + 1
    end
  end
  for _, key in ipairs(names) do
    local ids = holders[key]
    free[key] = rule.places - (ids ~= '' and 1 + select(2, string.gsub(ids, ',', '')) or 0)
  end
  for at = 1, #arrivals, 4 do
    local key = arrivals[at]
    if has_place(holders[key], arrivals[at + 2]) then
      plan_ready(plan, topic, arrivals[at + 2], arrivals[at + 3])
    elseif free[key] > 0 then
      local waiting = waits[key] or {}
      waits[key], waiting[#waiting + 1] = waiting, at
    else
      enter(line, arrival_of(line, at))
    end
  end
  for i, key in ipairs(names) do
    local ids, waiting = holders[key], waits[key]
    -- Without places that are taken no task is behind an arrival. A task that leaves without a place frees none, unless all are free.
    local is_behind = line.is_behind and (freed[key] > 0 or (ids ~= '') == (waiting ~= nil))
    if free[key] > 0 and (waiting or is_behind) then
      -- A step stays short in which the topic has more places than before.
      ids = fill_places(plan, topic, line, key, ids, waiting or {}, math.min(free[key], freed[key] + (waiting and #waiting or 0) + 1), is_behind)
    end
    if ids == '' and before[i] then
      line.emptied[#line.emptied + 1] = key
    elseif ids ~= (before[i] or '') then
      line.filled[#line.filled + 1], line.filled[#line.filled + 2] = key, ids
    end
  end
end
