-- ARGV: for each key nonce, token; then for each key with checkpoints its number, version, text

local notes = {}
for at = 2 * #KEYS + 1, #ARGV, 3 do
  notes[tonumber(ARGV[at])] = { version = ARGV[at + 1], text = ARGV[at + 2] }
end

return each(function(i, key)
  local record, problem = read(key)
  if problem then
    return problem
  end
  if not record or not is_term(record, ARGV[2 * i - 1], ARGV[2 * i]) or not is_live(record) then
    return { 'lost' }
  end
  local expires = digits(now + record.duration)
  local note = notes[i]
  local failed
  -- Versions order the writes within a term, so that a late renewal cannot replace newer checkpoints
  if note and is_newer(note.version, record) then
    failed = write(key, 'expires-at', expires, 'checkpoint-version', note.version, 'checkpoints', note.text)
    record.version = note.version
  else
    failed = write(key, 'expires-at', expires)
  end
  return failed or granted(record.token, record.duration, record.not_before, record.version)
end)
