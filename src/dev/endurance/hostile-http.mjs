// Hostile paths, methods, headers and keys.
import { key } from './gateway-process.mjs'
import { markBroken, setHeader, toBytes } from './hostile-targets.mjs'

/** @typedef {import('./hostile-json.mjs').Mutation} Mutation */
/** @typedef {import('./hostile-targets.mjs').HostileRequest} HostileRequest */

const segments = [
  '..',
  '%2e%2e',
  '%2e%2e%2f',
  '.',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '\\',
  '%5c',
  ';a=b',
  '%252e',
  '%0d%0aX-Injected:1',
]
const names = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '%20',
  '*',
  '{model}',
  'models/models',
  '%F0%9F%99%82',
  ':',
  '::',
  'a:b:c',
]
const methods = [
  'PATCH',
  'TRACE',
  'OPTIONS',
  'HEAD',
  'GET',
  'DELETE',
  'PUT',
  'PROPFIND',
  'SEARCH',
  'M-SEARCH',
  'LINK',
  'PURGE',
]
const invalidMethods = [
  'CONNECT',
  'post',
  'PRI',
  'FOO',
  'G\u00c4T',
  'X'.repeat(5000),
  '',
  ' ',
  '\u0000',
  'GET GET',
]
const hosts = [
  '',
  'evil.example',
  '127.0.0.1',
  'localhost:1',
  'a@127.0.0.1',
  '[::1]',
  '127.0.0.1:99999',
  '127.0.0.1\u00e4',
  'x'.repeat(4000),
]
const origins = [
  'null',
  'http://evil.example',
  'http://127.0.0.1',
  '',
  'file://',
  'http://localhost:4715/',
  'x'.repeat(4000),
  '%',
]
const invalidLines = [
  'no colon',
  ': empty',
  'a b: c',
  'a : b',
  'a\u0000: b',
  'a: b\u0000c',
  'a: b\rc',
  ' folded',
  'a: b\n c',
  'ä: b',
  'a\t: b',
]
const types = [
  '',
  'text/html',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'a'.repeat(3000),
  'application/json, text/plain',
  '/',
  ';',
]

/** @type {Readonly<Record<string, Mutation>>} */
export const httpMutations = {
  'path: segments': (request, random) => {
    const parts = request.path.split('/')
    for (let count = 1 + random.integer(3); count > 0; count -= 1)
      parts.splice(random.integer(parts.length + 1), 0, random.pick(segments))
    request.path = `/${parts.join('/')}`
    request.dialect = 'any'
  },
  'path: model': (request, random) => {
    const name = random.chance(0.2) ? 'm'.repeat(2 ** random.integer(13)) : random.pick(names)
    request.path = request.path.replace(/models\/[^/:?]+/, () => `models/${name}`)
  },
  'path: changed characters': (request, random) => {
    const position = 1 + random.integer(request.path.length - 1)
    const inserted = random.pick([
      '?',
      '#',
      '%',
      '//',
      '@',
      '&',
      ':',
      ';',
      '|',
      '"',
      '<',
      '^',
      '`',
      '\u00e9',
      '%u0041',
    ])
    request.path =
      request.path.slice(0, position) + inserted + request.path.slice(position + random.integer(3))
    request.dialect = 'any'
    request.mayClose = true
  },
  'path: absolute': (request, random) => {
    request.path =
      random.pick(['http://evil.example', 'http://127.0.0.1:1', 'https://x', 'http://', 'HTTP://A@B', '*']) +
      request.path
    markBroken(request)
  },
  'path: long': (request, random) => {
    request.path += `${random.pick(['/', '?a=', '%41'])}${'a'.repeat(2 ** (10 + random.integer(8)))}`
    markBroken(request)
  },
  query: (request, random) => {
    const pairs = [
      'alt=sse&alt=json',
      '$alt=%',
      'key=',
      'key=a&key=b',
      `key=${key}`,
      'pageSize=-1',
      'pageSize=1e9',
      'pageToken=%00',
      '__proto__=1',
      'callback=alert(1)',
      '=&=&&&',
      '%=%',
      'alt=sse%00',
      'a[b]=c',
      'pageToken=eyJ9',
      'updateMask=*',
    ]
    const query = Array.from({ length: 1 + random.integer(4) }, () => random.pick(pairs)).join('&')
    request.path = `${request.path.split('?')[0]}?${random.chance(0.1) ? `${query}&`.repeat(100) : query}`
  },
  method: (request, random) => {
    request.method = random.pick(methods)
    // Some parsers' methods have no body.
    request.mayClose = true
  },
  'method: invalid': (request, random) => {
    request.method = random.pick(invalidMethods)
    markBroken(request)
  },
  version: (request, random) => {
    request.version = random.pick([
      'HTTP/1.0',
      'HTTP/0.9',
      'HTTP/2.0',
      'HTTP/1.2',
      'HTTP/9.9',
      'http/1.1',
      'HTTP/1.1 x',
      'ICE/1.0',
      '',
    ])
    markBroken(request)
  },
  'header: host': (request, random) => {
    setHeader(request, 'Host', random.pick([...hosts, undefined]))
    request.mayClose = true
    if (random.chance(0.2)) request.headers.push(['Host', random.pick(hosts)], ['Host', random.pick(hosts)])
  },
  'header: origin': (request, random) => {
    request.headers.push(['Origin', random.pick(origins)])
    if (random.chance(0.3))
      request.headers.push(['Origin', random.pick(origins)], ['Referer', random.pick(origins)])
  },
  'header: key': (request, random) => {
    const wrong = [
      '',
      `${key}x`,
      key.slice(1),
      key.toUpperCase(),
      '\u00e4',
      'x'.repeat(8000),
      'Basic YTpi',
      `Bearer ${key}, Bearer x`,
      'Bearer',
    ]
    const name = random.pick(['x-goog-api-key', 'Authorization'])
    if (random.chance(0.6)) setHeader(request, name)
    for (let count = random.integer(3); count > 0; count -= 1)
      request.headers.push([name, random.pick(wrong)])
  },
  'header: content type': (request, random) => {
    setHeader(request, 'Content-Type', random.pick([...types, undefined]))
    if (random.chance(0.2)) request.headers.push(['Content-Type', random.pick(types)])
  },
  'header: content encoding': (request, random) => {
    request.headers.push(['Content-Encoding', random.pick(['gzip', 'br', 'identity', '', 'gzip, gzip', 'x'])])
  },
  'header: upload': (request, random) => {
    const commands = ['start', 'upload', 'upload, finalize', 'query', 'cancel', '', 'start, cancel', 'x']
    const numbers = ['-1', '0', '1e9', '99999999999999999999', 'abc', '']
    request.headers.push(
      ['X-Goog-Upload-Command', random.pick(commands)],
      ['X-Goog-Upload-Offset', random.pick(numbers)],
    )
    request.headers.push(['X-Goog-Upload-Header-Content-Length', random.pick(numbers)])
    setHeader(request, 'X-Goog-Upload-Protocol', random.pick(['resumable', 'multipart', 'raw', '']))
  },
  'header: range': (request, random) => {
    const ranges = [
      'bytes=0-',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-0,1-1',
      'bytes=a-b',
      'x=1',
      `bytes=${'0-0,'.repeat(1000)}0-0`,
    ]
    request.headers.push(['Range', random.pick(ranges)], ['If-Range', '"a"'])
  },
  'header: odd ones': (request, random) => {
    const odd = [
      '__proto__',
      'constructor',
      'toString',
      'Upgrade-Insecure-Requests',
      'X-Forwarded-For',
      'Forwarded',
      'Via',
      'TE',
      'Trailer',
      'Keep-Alive',
      'Proxy-Authorization',
      'X-HTTP-Method-Override',
      'Max-Forwards',
      'Cookie',
    ]
    const values = ['', '1', 'DELETE', 'timeout=999999', '127.0.0.1', '\u00ff', 'a'.repeat(1000), 'a\tb', '"']
    for (let count = 1 + random.integer(20); count > 0; count -= 1)
      request.headers.push([random.pick(odd), random.pick(values)])
  },
  'header: too long': (request, random) => {
    request.headers.push(['X-Long', 'x'.repeat(2 ** (13 + random.integer(6)))])
    markBroken(request)
  },
  'header: too many': (request, random) => {
    const count = 2 ** (7 + random.integer(6))
    request.headers.push(
      ...Array.from({ length: count }, (_, index) => /** @type {[string, string]} */ ([`X-${index}`, '1'])),
    )
    markBroken(request)
  },
  'header: invalid line': (request, random) => {
    const text = toBytes(request).toString('latin1')
    request.raw = Buffer.from(
      text.replace('\r\n', () => `\r\n${random.pick(invalidLines)}\r\n`),
      'latin1',
    )
    markBroken(request)
  },
  'header: line breaks': (request, random) => {
    const [head = '', body = ''] = toBytes(request).toString('latin1').split('\r\n\r\n', 2)
    const lineBreak = random.pick(['\n', '\r'])
    request.raw = Buffer.from(head.replaceAll('\r\n', lineBreak) + lineBreak.repeat(2) + body, 'latin1')
    markBroken(request)
  },
  'header: connection': (request, random) => {
    const options = [
      'Upgrade',
      'keep-alive, close',
      'x-goog-api-key',
      'HTTP2-Settings, Upgrade',
      'close, close',
      '',
      'host',
    ]
    setHeader(request, 'Connection', `${random.pick(options)}, close`)
    request.headers.push(['Upgrade', random.pick(['websocket', 'h2c', 'TLS/1.0', ''])])
    request.headers.push(
      ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
      ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
    )
  },
  'header: expect': (request, random) => {
    request.headers.push([
      'Expect',
      random.pick(['100-continue', '100-Continue', '200-ok', '', '100-continue, x']),
    ])
    request.responses = 2
  },
}
