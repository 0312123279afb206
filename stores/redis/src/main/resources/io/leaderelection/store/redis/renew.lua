-- ARGV: for each key nonce, token

return each(function(i, key)
  local record, problem = read(key)
  if problem then
    return problem
  end
  if not record or not is_term(record, ARGV[2 * i - 1], ARGV[2 * i]) or not is_live(record) then
    return { 'lost' }
  end
  return extend(key, record)
end)
