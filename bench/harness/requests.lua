-- Sends the requests of a file, each "LENGTH\nBYTES", one after the other and from the start again; wrk runs this.
-- Writes one line of JSON when it is done. Usage: wrk … -s requests.lua URL -- FILE

local requests = {}
local thread
sent = 0

function setup(one)
  thread = one
end

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  while true do
    local length = file:read('*n')
    if not length then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
  end
  file:close()
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"refused":%d,"broken":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"sent":%d}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, thread:get('sent')
  ))
end
