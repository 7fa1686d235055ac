--#include publish
--#keys waiting

-- The head's time before a change, in milliseconds; nil if there is none, or if the change comes too late to tell the pusher of.
local function headbefore(due, now, sweep)
  return due <= now + sweep and tonumber(redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')[2]) or nil
end

-- Tells the pusher of a new head. "before" is the head's time before the change or nil, "due" the earliest new time. A
-- head beyond the pusher's next look needs no message: the pusher comes by itself.
local function wake(channel, before, due, now, sweep)
  if due <= now + sweep and (before == nil or due < before) then
    publish(channel, string.format('%.0f', due))
  end
end
