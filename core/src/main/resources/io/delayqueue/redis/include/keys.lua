--#include base
--#include detail
--#include line
--#include plan
--#include ready
--#include topic_keys
--#keys topics rules never

-- Settles who has the places of keys. Redis creates functions at each call, so scripts that mostly meet no key include this file where they have met one.

-- The ids that have places of a key, without one of them; nil if none is left.
local function without(ids, id)
  local rest = string.sub(string.gsub(',' .. ids .. ',', ',' .. string.gsub(id, '%p', '%%%0') .. ',', ',', 1), 2, -2)
  return rest ~= '' and rest or nil
end

-- Whether a task of a key comes before another: by their due times, then by their ids.
local function precedes(a, b)
  return a.due < b.due or a.due == b.due and comes_before(a.id, b.id)
end

-- Fills the free places of a key with the first of its tasks: of those that arrive ("arrivals", positions in the line), and of those behind; but with no
-- more than "most", so that a step stays short in which the topic has more places than before. Returns the ids that have places.
local function fill_places(plan, topic, line, key, ids, arrivals, most)
  local free, low, candidates = plan.rules[topic].places, key .. '\0', {}
  if ids then
    local _, commas = string.gsub(ids, ',', '')
    free = free - commas - 1
  end
  free = math.min(free, most)
  local members = free > 0 and line.is_behind
    and redis.call('ZRANGEBYLEX', line.behind, '[' .. low, '(' .. key .. '\1', 'LIMIT', 0, free + line.gone_count) or {}
  for _, member in ipairs(members) do
    if not line.gone[member] then
      candidates[#candidates + 1] = { due = tonumber(string.sub(member, #low + 1, #low + 15)), id = id_of_member(member, #low), member = member }
    end
  end
  for _, at in ipairs(arrivals or {}) do
    candidates[#candidates + 1] = { due = tonumber(line.arrivals[at + 1]), id = line.arrivals[at + 2], score = line.arrivals[at + 3] }
  end
  for place = 1, math.min(free, #candidates) do
    -- The first of those that are left. Those behind are in their order.
    local first = place
    for other = place + 1, arrivals and #candidates or 0 do
      if precedes(candidates[other], candidates[first]) then
        first = other
      end
    end
    local task = candidates[first]
    candidates[first], candidates[place] = candidates[place], task
    ids = ids and ids .. ',' .. task.id or task.id
    plan_ready(plan, topic, task.id, task.score or plan.now + fraction_of(task.member))
    line.promoted[#line.promoted + 1] = task.member
  end
  local entered, last = line.entered, #line.entered
  for at = math.max(free, 0) + 1, arrivals and #candidates or 0 do
    local task = candidates[at]
    if task.score then
      entered[last + 1], entered[last + 2] = '0', member_of(key, string.format('%015.0f', task.due), task.id, task.score)
      last = last + 2
    end
  end
  return ids
end

-- Settles the line of a topic: those that leave give up their places, and the first ones behind them and of those that arrive get places. Plans what
-- becomes ready, and what write_lines writes.
local function settle_line(plan, topic)
  local line, rule = plan.lines[topic], plan.rules[topic]
  if not rule or not rule.places then
    -- The rule was lost.
    for at = 1, #line.arrivals, 4 do
      plan_ready(plan, topic, line.arrivals[at + 2], line.arrivals[at + 3])
    end
    plan.lines[topic] = nil
    return
  end
  line.behind, line.held = topic_key('BEHIND', topic), topic_key('KEYS', topic)
  line.promoted, line.entered, line.filled, line.emptied = {}, {}, {}, {}
  line.is_behind = redis.call('ZCARD', line.behind) > 0
  local arrivals, leavers, names, holders, waits, freed = line.arrivals, line.leavers, {}, {}, {}, {}
  for at = 1, #arrivals, 4 do
    local key = arrivals[at]
    if waits[key] == nil then
      waits[key], names[#names + 1] = false, key
    end
  end
  for at = 1, #leavers, 2 do
    local key = leavers[at]
    if waits[key] == nil then
      waits[key], names[#names + 1] = false, key
    end
  end
  local before = #names > 0 and redis.call('HMGET', line.held, unpack(names)) or {}
  for i, ids in ipairs(before) do
    holders[names[i]] = ids or nil
  end
  for at = 1, #leavers, 2 do
    local key, id = leavers[at], leavers[at + 1]
    local ids = holders[key]
    if has_place(ids, id) then
      holders[key], freed[key] = ids ~= id and without(ids, id) or nil, (freed[key] or 0) + 1
    end
  end
  for at = 1, #arrivals, 4 do
    local key, id = arrivals[at], arrivals[at + 2]
    local ids = holders[key]
    if has_place(ids, id) then
      plan_ready(plan, topic, id, arrivals[at + 3])
    elseif not ids and not waits[key] and not line.is_behind then
      -- The first one may be overtaken by one of the same step.
      waits[key] = at
    else
      waits[key] = type(waits[key]) == 'table' and waits[key] or { waits[key] or nil }
      waits[key][#waits[key] + 1] = at
    end
  end
  for i, key in ipairs(names) do
    local waiting, ids = waits[key], holders[key]
    if type(waiting) == 'number' then
      ids = arrivals[waiting + 2]
      plan_ready(plan, topic, ids, arrivals[waiting + 3])
    elseif waiting or line.is_behind and (freed[key] or not ids) then
      ids = fill_places(plan, topic, line, key, ids, waiting, (freed[key] or 0) + (waiting and #waiting or 0) + 1)
    end
    if ids and ids ~= before[i] then
      line.filled[#line.filled + 1], line.filled[#line.filled + 2] = key, ids
    elseif not ids and before[i] then
      line.emptied[#line.emptied + 1] = key
    end
  end
end
