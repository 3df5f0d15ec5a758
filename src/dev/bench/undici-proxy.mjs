// The least that a proxy in Node.js can do: node:http to undici's dispatch, with the key replaced. A child of the benchmark.
import { createServer } from 'node:http'
import { Pool } from 'undici'

const [upstream = '', key = '', upstreamKey = ''] = process.argv.slice(2)
const pool = new Pool(upstream, { keepAliveTimeout: 60_000, headersTimeout: 0, bodyTimeout: 0 })
const connectionHeaders = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'expect'])

/** Names and values alternate, without those that concern one connection only. @param {readonly (string | Buffer)[]} headers */
function toForwarded(headers) {
  const forwarded = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = String(headers[at])
    if (connectionHeaders.has(name.toLowerCase())) continue
    forwarded.push(name, String(headers[at + 1]).replace(key, upstreamKey))
  }
  return forwarded
}

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const { url = '', headers, rawHeaders } = request
  if (headers['x-goog-api-key'] !== key && headers.authorization !== `Bearer ${key}`) {
    response.writeHead(403).end()
    return
  }
  /** @type {(() => void) | undefined} */
  let resume
  response.on('drain', () => resume?.())
  pool.dispatch(
    {
      method: 'POST',
      path: url,
      headers: toForwarded(rawHeaders),
      body: request,
    },
    {
      onConnect: () => {},
      onHeaders: (status, headers, resumeUpstream) => {
        resume = resumeUpstream
        response.writeHead(status, toForwarded(headers))
        return true
      },
      onData: (chunk) => response.write(chunk),
      onComplete: () => void response.end(),
      onError: () => void response.destroy(),
    },
  )
})

process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }))
})
