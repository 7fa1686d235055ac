-- Reads the text of the rule of a topic in {G}:RULES: the end of a hold, and the names of limits with commas between;
-- of a topic with keys or batches also the number of places of a key, "B" if a retry blocks the key or "P", for how
-- many ready tasks a batch waits, and for how many milliseconds at most. A text that cannot be read has no end.
local function parse_rule(text)
  local ends, limits = (text or '0|'):match('^(%d+)|([^|]*)$')
  local places, retry, least, wait
  if not ends then
    ends, places, retry, least, wait, limits = text:match('^(%d+)|(%d*)|(%a?)|(%d*)|(%d*)|([^|]*)$')
  end
  return tonumber(ends), limits, places, retry, least, wait
end
