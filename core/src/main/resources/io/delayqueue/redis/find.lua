-- Looks a task up.
--
-- KEYS[1] {G}:DETAIL   KEYS[2] {G}:WAITING   KEYS[3] {G}:RESERVED   KEYS[4] {G}:DEAD   KEYS[5] {G}:DELIVERIES
-- KEYS[6] {G}:ERRORS
-- ARGV[1] the id
--
-- Returns nil if there is no such task, else: the detail, 1 delayed, 2 reserved, 3 dead or 0 ready, the state's time in
-- milliseconds, the delivery or "", the last error or "".

local detail = redis.call('HGET', KEYS[1], ARGV[1])
if not detail then
  return nil
end
local state, time = 0, '0'
local topic = string.match(detail, '^{"due":%d+,"topic":"([^"]*)"')
if topic then
  for i = 1, 3 do
    local score = redis.call('ZSCORE', KEYS[i + 1], topic .. ':' .. ARGV[1])
    if score then
      state, time = i, string.format('%.0f', tonumber(score))
    end
  end
end
return {
  detail,
  state,
  time,
  redis.call('HGET', KEYS[5], ARGV[1]) or '',
  redis.call('HGET', KEYS[6], ARGV[1]) or '',
}
