-- ARGV: the channel for notifications, then for each key nonce, token, election

return each(function(i, key)
  local at = 2 + (i - 1) * 3
  local record, problem = read(key)
  if problem then
    return problem
  end
  if not record or not is_term(record, ARGV[at], ARGV[at + 1]) then
    return { 'lost' }
  end
  if record.released == '1' then
    return { 'released' }
  end
  local failed = write(key, 'released', '1')
  if failed then
    return failed
  end
  local notification = redis.pcall('PUBLISH', ARGV[1], ARGV[at + 2])
  if type(notification) == 'table' and notification.err then
    return { 'released', notification.err }
  end
  return { 'released' }
end)
