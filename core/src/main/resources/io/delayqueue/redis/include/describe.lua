-- Tasks in the form that callers receive.
local function describe(ids, details, records, errors, places)
  local result = {}
  for i, id in ipairs(ids) do
    local place = places[i]
    if details[i] and place then
      local score = place.score and string.format('%.0f', math.floor(place.score)) or '0'
      result[i] = { id, details[i], place.state, score, records[i] or '', errors[i] or '' }
    else
      result[i] = false
    end
  end
  return result
end
