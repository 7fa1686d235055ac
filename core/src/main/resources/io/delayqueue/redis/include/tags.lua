--#include base
--#include detail
--#include topic_keys
--#keys topics

-- {G}:TAGS has the tags of tasks, all with the score 0: a member is the tag, such as "order=42", a NUL and the id. The
-- members of a task are entered before the task and removed after it, so that a task is found by each tag. A member
-- without a task is harmless, because readers compare the task. A key of a foreign type refuses tasks with tags, but
-- not the end of a task.

-- The members of tasks. "texts" are their details, or the labels of their deliveries, or false.
local function tags_of(ids, texts)
  local members = {}
  for i, id in ipairs(ids) do
    local text = texts[i] or ''
    for tag in (text:match('^%[%d+,"[^"]*') or text:match('^[^\t]*')):gmatch('\\t([^\\]+)') do
      members[#members + 1] = tag .. '\0' .. id
    end
  end
  return members
end

-- Enters members, and returns how many are new; has to be the first write.
local function enter_tags(members)
  local new = 0
  for first = 1, #members, 3000 do
    local entries = {}
    for i = first, math.min(first + 2999, #members) do
      append(entries, 0, members[i])
    end
    new = new + rcall('ZADD', prefix .. 'TAGS', unpack(entries))
  end
  return new
end

-- Removes members.
local function leave_tags(members)
  change_unless_foreign('ZREM', prefix .. 'TAGS', members)
end

-- Whether a detail, or false, has a tag; each has "".
local function has_tag(text, tag)
  return tag == '' or ((select(4, parse_detail(text)) or '') .. '\\'):find('\\t' .. tag .. '\\', 1, true)
end

-- Whether tasks of the group have tags.
local function has_tags()
  return (read_topic_key('ZCARD', prefix .. 'TAGS') or 0) > 0
end
