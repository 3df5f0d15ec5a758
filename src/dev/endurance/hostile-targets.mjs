// Valid requests to every endpoint and route, from the tables in `src/shared/endpoints`; the hostile ones are made of them.
import { z } from 'zod'
import { bundleModule } from '../bundle-module.mjs'
import { key } from './gateway-process.mjs'

/** @typedef {import('#shared/endpoints/routes').Route} Route */
/** @typedef {(string | number)[]} JsonPath */

/**
 * @typedef {object} Target
 * @property {string} name such as E2, or the route's
 * @property {Route} route
 * @property {readonly string[]} paths one per prefix, with the query
 * @property {object | null} example a valid JSON body
 * @property {readonly JsonPath[]} fields of its schema
 * @property {boolean} isCostly the demo would draw an image or a video
 */

/**
 * @typedef {object} HostileRequest
 * @property {string} kind what is hostile about it
 * @property {string} method
 * @property {string} path
 * @property {string} version
 * @property {[name: string, value: string][]} headers
 * @property {Buffer} body
 * @property {Buffer | undefined} raw sent instead of all of the above
 * @property {'gemini' | 'openai' | 'any'} dialect of its error
 * @property {number} responses maximum
 * @property {boolean} mayClose the connection may be closed without a response, because the request is not valid HTTP or not complete
 * @property {'read' | 'half-close' | 'drop' | 'drip'} client it reads, ends its side first, disconnects early, or sends slowly and gives up
 */

/** @returns {Promise<readonly Target[]>} */
export async function listTargets() {
  /** @type {typeof import('#shared/endpoints/routes')} */
  const { routeList, routes, toPath } = await import(
    await bundleModule('endurance-routes', 'src', 'shared', 'endpoints', 'routes.ts')
  )
  /** @type {typeof import('#shared/endpoints/endpoints')} */
  const { endpointList } = await import(
    await bundleModule('endurance-endpoints', 'src', 'shared', 'endpoints', 'endpoints.ts')
  )
  const ofEndpoints = endpointList.map(([name, { route: id, model, example, ...endpoint }]) => {
    /** @type {Route} */
    const route = routes[id]
    const query = 'query' in endpoint ? `?${new URLSearchParams(endpoint.query)}` : ''
    const paths = route.prefixes.map((prefix) => toPath(route, prefix, { model }) + query)
    return { name, route, paths, example, fields: listFields(route), isCostly: /image|video/.test(model) }
  })
  const values = { model: 'gen-2.5-flash', operation: 'op-1', file: 'file-1', upload: 'upload-1' }
  const others = routeList.map(([name, route]) => {
    const paths = route.prefixes.map((prefix) => toPath(route, prefix, values))
    return { name, route, paths, example: exampleOf(name), fields: listFields(route), isCostly: false }
  })
  return [...ofEndpoints, ...others]
}

/** For the routes without an endpoint of the specification. @param {string} name */
function exampleOf(name) {
  const content = { parts: [{ text: 'Hello' }] }
  if (name === 'batchEmbedContents') return { requests: [{ content }, { content }] }
  return name === 'embedContent' ? { content } : { contents: [content] }
}

/** @param {Route} route */
function listFields({ request, body }) {
  if (!request || body !== 'json') return []
  /** @type {JsonPath[]} */
  const fields = []
  collectFields(
    /** @type {any} */ (z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' })),
    [],
    fields,
  )
  return fields
}

const maxDepth = 8

/** @param {any} schema @param {JsonPath} path @param {JsonPath[]} fields */
function collectFields(schema, path, fields) {
  if (path.length > 0) fields.push(path)
  if (path.length >= maxDepth) return
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    collectFields(inner, [...path, name], fields)
  if (schema.items) collectFields(schema.items, [...path, 0], fields)
  for (const inner of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) collectFields(inner, path, fields)
}

/** @param {import('./part.mjs').Random} random @param {Target} target @param {number} port @returns {HostileRequest} */
export function toValidRequest(random, { route, paths, example }, port) {
  /** @type {[string, string][]} */
  const headers = [
    ['Host', `127.0.0.1:${port}`],
    ['Connection', 'close'],
    ['x-demo', 'tokens-per-second=instant'],
  ]
  headers.push(
    route.credential.startsWith('bearer') ? ['Authorization', `Bearer ${key}`] : ['x-goog-api-key', key],
  )
  let body = Buffer.alloc(0)
  if (route.body === 'json') {
    headers.push(['Content-Type', 'application/json'])
    body = Buffer.from(JSON.stringify(example))
  } else if (route.body === 'multipart') {
    headers.push(['Content-Type', 'multipart/form-data; boundary=form'])
    body = toForm([modelPart, filePart])
  } else if (route.body === 'bytes') {
    headers.push(['Content-Type', 'image/png'], ['X-Goog-Upload-Protocol', 'raw'])
    body = Buffer.from('not a picture')
  }
  return {
    kind: 'valid',
    method: route.method,
    path: random.pick(paths),
    version: 'HTTP/1.1',
    headers,
    body,
    raw: undefined,
    dialect: route.dialect,
    responses: 1,
    mayClose: false,
    client: 'read',
  }
}

export const modelPart = 'Content-Disposition: form-data; name="model"\r\n\r\ngen-4o-transcribe'
const fileHeaders = 'Content-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav'
export const filePart = Buffer.concat([Buffer.from(`${fileHeaders}\r\n\r\n`), writeWav(800)])

/** A tone of 8,000 samples a second. @param {number} samples */
export function writeWav(samples) {
  const header = Buffer.alloc(44)
  header.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  header.writeUInt32LE(36 + samples, 4)
  header.set([16, 0, 0, 0, 1, 0, 1, 0], 16)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.set([1, 0, 8, 0], 32)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([
    header,
    Buffer.from(Array.from({ length: samples }, (_, at) => 128 + 90 * Math.sin(at / 3))),
  ])
}

/** @param {readonly (string | Buffer)[]} parts each with its headers */
export function toForm(parts) {
  const pieces = parts.flatMap((part) => [Buffer.from('--form\r\n'), Buffer.from(part), Buffer.from('\r\n')])
  return Buffer.concat([...pieces, Buffer.from('--form--\r\n')])
}

/** Adds the length of the body, unless its framing is given. @param {HostileRequest} request */
export function toBytes({ raw, method, path, version, headers, body }) {
  if (raw) return raw
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)\s*$/i.test(name))
  const all = isFramed || body.length === 0 ? headers : [...headers, ['Content-Length', String(body.length)]]
  const head = [`${method} ${path} ${version}`, ...all.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body])
}

/** Replaces the header, or removes it. @param {HostileRequest} request @param {string} name @param {string} [value] */
export function setHeader(request, name, value) {
  request.headers = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase())
  if (value !== undefined) request.headers.push([name, value])
}

/** Not valid HTTP, or not complete: also the dialect is unknown then. @param {HostileRequest} request */
export function markBroken(request) {
  request.mayClose = true
  request.dialect = 'any'
}
