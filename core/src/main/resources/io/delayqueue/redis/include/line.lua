--#include base

-- {G}:BEHIND:T has the ready tasks that have no place of their key: in the order of their keys, in a key of their due times, then of their ids. A member
-- is the key, a NUL, the due time in 15 digits, the id, a NUL, and a letter for the eighths of the score: the priority, and the mark of a history.

-- The member of a task without the letter; "due" is text.
local function stem_of(key, due, id)
  return key .. '\0' .. string.sub('00000000000000' .. due, -15) .. id .. '\0'
end

-- The member of a task in {G}:BEHIND:T, or nil. "behind" is that key.
local function find_member(behind, key, due, id)
  local stem = stem_of(key, due, id)
  local found = read_topic_key('ZRANGEBYLEX', behind, '[' .. stem, '(' .. stem .. 'i', 'LIMIT', 0, 1)
  return found and found[1]
end

-- Whether the key of a sorted set is {G}:BEHIND:T.
local function is_behind_key(key)
  return string.find(key, '}:BEHIND:', 1, true) ~= nil
end

-- The ids in members.
local function ids_of_members(members)
  local ids = {}
  for i, member in ipairs(members) do
    ids[i] = string.sub(member, string.find(member, '\0', 1, true) + 16, -3)
  end
  return ids
end

-- The fraction of the score of a member.
local function fraction_of(member)
  return (string.byte(member, -1) - 97) / 8
end

-- The score that a task behind had if it were ready: the due time, with the fraction.
local function score_of_member(member)
  local at = string.find(member, '\0', 1, true)
  return tonumber(string.sub(member, at + 1, at + 15)) + fraction_of(member)
end

-- Whether an id is among those that have places.
local function has_place(ids, id)
  return ids == id or ids and string.find(',' .. ids .. ',', ',' .. id .. ',', 1, true)
end
