// An HTTP client on a plain socket. It only finds the end of a response, so that it costs little beside the measured servers.
import { once } from 'node:events'
import { connect } from 'node:net'

/** Microseconds of a clock that all processes of a machine share. */
export function now() {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e6 + nanoseconds / 1000
}

/** @param {string} url @param {Record<string, string>} headers @param {string | Buffer} body */
export function toPost(url, headers, body) {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) })
  const head = `POST ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body)])
}

/** The end of a body in chunks. The measured bodies do not contain these bytes themselves. */
const lastChunk = '\r\n0\r\n\r\n'

/** @typedef {{ elapsed: number, bytes: number }} Reply `elapsed` in microseconds; `bytes` with the head and the framing */
/** @typedef {Awaited<ReturnType<typeof openConnection>>} Connection */

/** A connection that sends one request at a time. @param {number} port */
export async function openConnection(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  /** @type {(chunk: Buffer) => void} */
  let receive = () => {}
  /** @type {(error: Error) => void} */
  let fail = () => {}
  socket
    .on('data', (chunk) => receive(chunk))
    .on('error', (error) => fail(error))
    .on('close', () => fail(new Error(`Port ${port} closed the connection during a request.`)))
  /** @param {Buffer} request @param {(chunk: Buffer) => void} [onData] sees the response as it arrives @returns {Promise<Reply>} */
  const send = (request, onData) =>
    new Promise((resolve, reject) => {
      const began = now()
      let [head, tail, bytes] = ['', '', 0]
      /** Bytes of the whole response; infinite if it comes in chunks. */
      let length = 0
      fail = reject
      receive = (chunk) => {
        bytes += chunk.length
        onData?.(chunk)
        if (length === 0) {
          head += chunk.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`A server answered: ${head.slice(0, 1000)}`))
          const contentLength = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1]
          length = contentLength === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(contentLength)
        }
        tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-lastChunk.length)
        if (Number.isFinite(length) ? bytes >= length : tail === lastChunk)
          resolve({ elapsed: now() - began, bytes })
      }
      socket.write(request)
    })
  return {
    send,
    close: () => {
      fail = () => {}
      socket.destroy()
    },
  }
}
