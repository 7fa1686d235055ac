-- Tells the pusher of a new head. "before" is the head's time before the change or nil, "due" the earliest new time. A
-- head beyond the pusher's next look needs no message: the pusher comes by itself.
local function wake(channel, before, due, now, sweep)
  if due <= now + sweep and (before == nil or due < before) then
    publish(channel, string.format('%.0f', due))
  end
end
