--#include bounds
--#include priority
--#include states
--#keys deliveries errors

-- What {G}:DELIVERIES and {G}:ERRORS hold of located tasks, by their index, and the ids of those that they may hold something of. Where errors
-- are large only of the first tasks: returns also how many those are.
local function read_history(ids, places)
  local some, indexes, held, failures, count = {}, {}, {}, {}, #ids
  for i, id in ipairs(ids) do
    local place = places[i]
    if place and (not place.score or place.state == RESERVED or has_history(place.score)) then
      some[#some + 1] = id
      indexes[#indexes + 1] = i
    end
  end
  if #some > 0 then
    local read_failures, read = read_within(errors, some)
    count = indexes[#read + 1] and indexes[#read + 1] - 1 or count
    some = read
    for n, delivery in ipairs(redis.call('HMGET', deliveries, unpack(some))) do
      held[indexes[n]], failures[indexes[n]] = delivery, read_failures[n]
    end
  end
  return held, failures, some, count
end
