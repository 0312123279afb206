-- ARGV: nothing

return each(function(_, key)
  local record, problem = read(key)
  if problem then
    return problem
  end
  if record and is_live(record) then
    return held(record)
  end
  return free(record)
end)
