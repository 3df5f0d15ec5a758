// The headless gateway's command line: what it accepts, and that each refusal names its flag.
import { expect, test } from 'vitest'
import { readHeadlessArguments } from './headless-arguments'

const read = (args: string[], environment = {}) => readHeadlessArguments(args, environment, '0.1.0')

test('with a port and a key the demo answers', () => {
  expect(read(['--port', '0', '--key', 'KEY', '--upstream', 'demo'])).toEqual({
    port: 0,
    localKey: 'KEY',
    upstream: { kind: 'demo' },
    upstreamKey: null,
    allowedOrigins: [],
    limits: { jsonMegabytes: 100, audioMegabytes: 25, upstreamSeconds: 600 },
    demoPace: null,
    version: '0.1.0',
  })
})

test('a service takes its key from the environment variable that is named', () => {
  const args = [
    '--upstream',
    'https://a.example',
    '--api-upstream',
    'https://b.example',
    '--upstream-key-env',
    'MINE',
  ]
  expect(read(args, { MINE: 'secret' })).toMatchObject({
    port: 4715,
    upstream: { kind: 'service', baseUrl: 'https://a.example', apiBaseUrl: 'https://b.example' },
    upstreamKey: 'secret',
  })
})

test('without a key a random one is made', () => {
  expect(read([])?.localKey).toMatch(/^gp-[\w-]{32}$/)
})

test('limits are taken from their flags', () => {
  const args = ['--json-limit', '5', '--audio-limit', '50', '--patience', '30']
  expect(read(args)?.limits).toEqual({ jsonMegabytes: 5, audioMegabytes: 50, upstreamSeconds: 30 })
})

test('help is no settings', () => {
  expect(read(['--help'])).toBeUndefined()
})

test.each([
  [['--port', '70000'], '--port: must be a port from 0 to 65535, not "70000"'],
  [['--port', 'http'], '--port: must be a port from 0 to 65535, not "http"'],
  [['--key', 'two words'], '--key: must be printable ASCII without spaces'],
  [['--upstream', 'ftp://x'], '--upstream: must start with http:// or https:// and name a host'],
  [
    ['--upstream', 'http://x', '--api-upstream', 'x'],
    '--api-upstream: must start with http:// or https:// and name a host',
  ],
  [['--json-limit', 'big'], '--json-limit: must be a whole number of megabytes'],
  [['--patience', '0'], '--patience: must be a whole number of seconds'],
  [['--api-upstream', 'http://x'], '--api-upstream: goes with a service, not with the demo'],
  [['--upstream', 'http://x'], '--upstream-key-env: the environment variable UPSTREAM_KEY is not set'],
])('%j is refused by name', (args, message) => {
  expect(() => read(args)).toThrow(message)
})

test('an unknown flag is refused by name', () => {
  expect(() => read(['--prot', '1'])).toThrow("'--prot'")
})
