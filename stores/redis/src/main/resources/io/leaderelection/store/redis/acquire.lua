-- ARGV: whether an absent record proves that there was none ('1') or may have been lost by a restart ('0'), then for
-- each key: nonce, candidate, acquired-at, duration, seen token, token floor, metadata

local proves_absence = ARGV[1] == '1'
local uptime

-- Returns how long the server has been up, in milliseconds, or 0 if the user may not run INFO
local function up_for()
  if not uptime then
    local info = redis.pcall('INFO', 'server')
    local seconds = type(info) == 'string' and string.match(info, 'uptime_in_seconds:(%d+)')
    -- One second less, because both ends are truncated to whole seconds
    uptime = seconds and math.max(0, tonumber(seconds) - 1) * 1000 or 0
  end
  return uptime
end

return each(function(i, key)
  local at = 2 + (i - 1) * 7
  local nonce, candidate, acquired, duration = ARGV[at], ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local seen, floor, metadata = ARGV[at + 4], ARGV[at + 5], ARGV[at + 6]
  local record, problem = read(key)
  if problem then
    return problem
  end
  if record then
    if is_nonce(record, nonce) then
      if is_live(record) then
        return write(key, 'expires-at', digits(now + record.duration))
          or granted(record.token, record.duration, record.not_before, record.version, checkpoints_of(key))
      end
      return { 'lost' }
    end
    if is_live(record) then
      return record.version == '0' and held(record) or with_checkpoints(held(record), key, record)
    end
  end
  local last = record and record.token or '0'
  if last ~= seen then
    return free(record)
  end
  local token = successor(above(last, floor) and last or floor)
  if above(digits(now), token) then
    token = digits(now)
  end
  if above(token, LARGEST_TOKEN) then
    return { 'failed', 'the next token would be over 2^62' }
  end
  local not_before = 0
  if record then
    not_before = record.not_before
  elseif not proves_absence then
    not_before = now + math.max(0, duration - up_for())
  end
  return write(key, 'format', '1', 'token', token, 'nonce', nonce, 'candidate', candidate, 'acquired-at', acquired,
      'duration', digits(duration), 'expires-at', digits(now + duration), 'not-before', digits(not_before), 'released',
      '0', 'metadata', metadata)
    or granted(token, duration, not_before, record and record.version or '0', record and checkpoints_of(key) or '')
end)
