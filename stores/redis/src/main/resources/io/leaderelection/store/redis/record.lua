-- Shared code, which precedes each script.
-- KEYS: the records, all in one slot. ARGV: see the script. Reply: a list of strings for each key, in order.

-- Lua's numbers are exact up to 2^53 only, so tokens are compared and raised as decimal strings.
local LARGEST_TOKEN = '4611686018427387904'
local LARGEST_VERSION = '2305843009213693952'
local LARGEST_TEXT = 65536

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local function digits(number)
  return string.format('%.0f', number)
end

local function above(left, right)
  if #left ~= #right then
    return #left > #right
  end
  return left > right
end

local function successor(decimal)
  local head, digit, nines = string.match(decimal, '^(%d-)([0-8]?)(9*)$')
  local raised = (digit == '') and '1' or tostring(tonumber(digit) + 1)
  return head .. raised .. string.rep('0', #nines)
end

local function garbage(reason)
  return nil, { 'garbage', reason }
end

local function is_decimal(text, longest)
  return text and #text <= longest and string.find(text, '^%d+$') and (text == '0' or string.sub(text, 1, 1) ~= '0')
end

-- Metadata is 'name=value|' for each name, with '~' and four digits for other characters
local function is_metadata(text)
  local plain = string.gsub(text, '~%x%x%x%x', '')
  local at = 1
  while at <= #plain do
    -- Anchored, because a search would try each position of a long text that has none
    local _, last = string.find(plain, '^[ -<>-[%]^-{}]*=[ -<>-[%]^-{}]*|', at)
    if not last then
      return false
    end
    at = last + 1
  end
  return true
end

-- Returns the record, or nil if there is none, and the reply if the record cannot be read
local function read(key)
  local value = redis.pcall('HMGET', key, 'format', 'token', 'nonce', 'candidate', 'acquired-at', 'duration',
    'expires-at', 'not-before', 'released', 'metadata', 'checkpoint-version')
  if value.err then
    if string.find(value.err, 'WRONGTYPE', 1, true) then
      return garbage('it is not a hash')
    end
    return nil, { 'failed', value.err }
  end
  local format = value[1]
  if not format then
    local length = redis.pcall('HLEN', key)
    if type(length) == 'table' then
      return nil, { 'failed', length.err }
    end
    if length == 0 then
      return nil, nil
    end
    return garbage('it has no field "format"')
  end
  if format ~= '1' then
    return garbage('its field "format" is not 1; a newer version may have written it')
  end
  local record = { token = value[2], nonce = value[3], candidate = value[4], acquired = value[5], released = value[9],
    metadata = value[10] }
  if not is_decimal(record.token, 19) or record.token == '0' or above(record.token, LARGEST_TOKEN) then
    return garbage('its field "token" is not a number from 1 to 2^62')
  end
  if not record.nonce or #record.nonce ~= 32 or not string.find(record.nonce, '^%x+$') then
    return garbage('its field "nonce" is not 32 hexadecimal digits')
  end
  if not record.candidate or #record.candidate == 0 or #record.candidate > LARGEST_TEXT then
    return garbage('its field "candidate" is missing or too long')
  end
  if not record.acquired or #record.acquired > 18 or not string.find(record.acquired, '^%-?%d+$') then
    return garbage('its field "acquired-at" is not a time in milliseconds')
  end
  if not is_decimal(value[6], 15) or value[6] == '0' then
    return garbage('its field "duration" is not a number of milliseconds')
  end
  if not is_decimal(value[7], 15) then
    return garbage('its field "expires-at" is not a time in milliseconds')
  end
  if not is_decimal(value[8], 15) then
    return garbage('its field "not-before" is not a time in milliseconds')
  end
  if record.released ~= '0' and record.released ~= '1' then
    return garbage('its field "released" is neither 0 nor 1')
  end
  if not record.metadata or #record.metadata > LARGEST_TEXT or not is_metadata(record.metadata) then
    return garbage('its field "metadata" is not understood')
  end
  record.duration = tonumber(value[6])
  record.expires = tonumber(value[7])
  record.not_before = tonumber(value[8])
  -- Not validated, because malformed checkpoints do not make the record garbage
  record.version = value[11] or '0'
  return record, nil
end

local function is_live(record)
  return record.released == '0' and record.expires > now
end

local function is_nonce(record, nonce)
  return record.nonce == nonce
end

local function is_term(record, nonce, token)
  return is_nonce(record, nonce) and record.token == token
end

local function left(instant)
  return digits(math.max(0, instant - now))
end

local function write(key, ...)
  local reply = redis.pcall('HSET', key, ...)
  return type(reply) == 'table' and reply.err and { 'failed', reply.err } or nil
end

local function granted(token, duration, not_before, version, checkpoints)
  return { 'granted', token, digits(duration), left(not_before), version, checkpoints }
end

-- Read only where they are needed, because checkpoints may be long
local function checkpoints_of(key)
  local value = redis.pcall('HMGET', key, 'checkpoints')
  return not value.err and value[1] or ''
end

local function is_newer(version, record)
  local known = is_decimal(record.version, 19) and not above(record.version, LARGEST_VERSION)
  return above(version, known and record.version or '0')
end

local function held(record)
  return { 'held', record.candidate, record.acquired, record.token, left(record.expires), left(record.not_before),
    record.metadata }
end

local function free(record)
  return record and { 'free', record.token, record.released } or { 'free', '0', '0' }
end

local function with_checkpoints(reply, key, record)
  if record then
    reply[#reply + 1] = record.version
    reply[#reply + 1] = checkpoints_of(key)
  end
  return reply
end

-- Handles each key separately: an error for one does not affect the others
local function each(answer)
  local answers = {}
  for i, key in ipairs(KEYS) do
    local ok, reply = pcall(answer, i, key)
    if not ok then
      reply = { 'failed', type(reply) == 'table' and reply.err or tostring(reply) }
    end
    answers[i] = reply
  end
  return answers
end

