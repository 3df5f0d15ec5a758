// Sends bytes as they are, and reads everything that comes back as HTTP responses.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {{ status: number, headers: Map<string, string>, body: Buffer, isComplete: boolean }} RawResponse */
/** @typedef {{ received: Buffer, ending: 'closed' | 'reset' | 'timeout' }} RawResult */
/** @typedef {'read' | 'half-close' | 'drop' | 'drip'} ClientBehavior as in `HostileRequest` */

/** Milliseconds after which a connection that stays open counts as a fault. */
const timeout = 60_000
const dripMs = 30
const maxDrips = 20

/** Resolves when the connection is closed. @param {number} port @param {Buffer} bytes @param {ClientBehavior} client @returns {Promise<RawResult>} */
export function exchangeBytes(port, bytes, client) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = []
    let isReset = false
    let isLate = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: client === 'half-close' })
    const limit = setTimeout(() => {
      isLate = true
      socket.destroy()
    }, timeout)
    socket.on('connect', () => void send(socket, bytes, client))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {
      isReset = true
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(limit)
      resolve({ received: Buffer.concat(chunks), ending: isLate ? 'timeout' : isReset ? 'reset' : 'closed' })
    })
  })
}

/** @param {import('node:net').Socket} socket @param {Buffer} bytes @param {ClientBehavior} client */
async function send(socket, bytes, client) {
  if (client === 'read') socket.write(bytes)
  else if (client === 'half-close') socket.end(bytes)
  else if (client === 'drop') socket.write(bytes, () => socket.destroy())
  else {
    const size = Math.ceil(bytes.length / maxDrips)
    for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
      socket.write(bytes.subarray(start, start + size))
      await pause(dripMs)
    }
    socket.destroy()
  }
}

/** Returns the complete responses, and at most one incomplete one at the end. @param {Buffer} bytes @param {string} method @returns {RawResponse[]} */
export function parseResponses(bytes, method) {
  const responses = []
  for (let start = 0; start < bytes.length; ) {
    const { response, end } = parseResponse(bytes, start, method)
    responses.push(response)
    start = end
  }
  return responses
}

/** @param {Buffer} bytes @param {number} start @param {string} method @returns {{ response: RawResponse, end: number }} */
function parseResponse(bytes, start, method) {
  const headEnd = bytes.indexOf('\r\n\r\n', start)
  const [statusLine = '', ...lines] = bytes.toString('latin1', start, headEnd).split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? []
  if (headEnd < 0 || !status) {
    const response = { status: 0, headers: new Map(), body: bytes.subarray(start), isComplete: false }
    return { response, end: bytes.length }
  }
  const headers = new Map(lines.map((line) => /** @type {[string, string]} */ (splitHeader(line))))
  const bodyStart = headEnd + 4
  const hasNoBody = method === 'HEAD' || Number(status) < 200 || status === '204' || status === '304'
  const length = hasNoBody ? 0 : headers.get('content-length')
  if (length === undefined) return parseOpenBody({ bytes, bodyStart, status: Number(status), headers })
  const end = bodyStart + Number(length)
  const response = {
    status: Number(status),
    headers,
    body: bytes.subarray(bodyStart, end),
    isComplete: end <= bytes.length,
  }
  return { response, end: Math.min(end, bytes.length) }
}

/** @param {string} line */
function splitHeader(line) {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

/** A body in chunks, or until the connection closes. @param {{ bytes: Buffer, bodyStart: number, status: number, headers: Map<string, string> }} options */
function parseOpenBody({ bytes, bodyStart, status, headers }) {
  if (headers.get('transfer-encoding') !== 'chunked')
    return {
      response: { status, headers, body: bytes.subarray(bodyStart), isComplete: true },
      end: bytes.length,
    }
  const chunks = []
  let at = bodyStart
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, Math.max(lineEnd, at)), 16)
    const end = lineEnd + 2 + size + 2
    const isComplete = size === 0
    if (lineEnd < 0 || Number.isNaN(size) || end > bytes.length || isComplete) {
      const isWhole = isComplete && end <= bytes.length
      const response = { status, headers, body: Buffer.concat(chunks), isComplete: isWhole }
      return { response, end: isWhole ? end : bytes.length }
    }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = end
  }
}
