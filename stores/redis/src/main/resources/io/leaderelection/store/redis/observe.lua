-- ARGV: none

return each(function(_, key)
  local record, problem = read(key)
  if problem then
    return problem
  end
  if record and is_live(record) then
    return with_checkpoints(held(record), key, record)
  end
  return with_checkpoints(free(record), key, record)
end)
