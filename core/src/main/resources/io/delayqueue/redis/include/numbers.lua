-- A whole number as text, also if it is large.
local function whole(number)
  return string.format('%.0f', number)
end

-- The end of a range of scores that has a millisecond: the fraction of a score is no part of its time.
local function up_to(millis)
  return string.format('(%.0f', millis + 1)
end
