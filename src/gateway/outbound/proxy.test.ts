// Tests finding the proxy of an origin: variables, settings, PAC results and bypass lists.
import { describe, expect, test } from 'vitest'
import { proxyFromEnvironment, proxyFromSettings, readPacAnswer } from './proxy'

const direct = { kind: 'direct' }
const http = (host: string, port: number) => ({ kind: 'http', host, port })

describe('from the environment', () => {
  test('each scheme has its variable; lower case takes precedence, ALL_PROXY is last', () => {
    const find = proxyFromEnvironment({
      https_proxy: 'http://lower:1',
      HTTPS_PROXY: 'http://upper:2',
      ALL_PROXY: 'socks5h://all',
    })
    expect([find('https://a.test'), find('http://a.test')]).toEqual([
      http('lower', 1),
      { kind: 'socks5', host: 'all', port: 1080 },
    ])
    const plain = proxyFromEnvironment({ HTTP_PROXY: 'plain:8080', https_proxy: '' })
    expect([plain('http://a.test'), plain('https://a.test')]).toEqual([http('plain', 8080), direct])
    expect(proxyFromEnvironment({})('https://a.test')).toEqual(direct)
  })

  test.each([
    ['proxy.test:3128', http('proxy.test', 3128)],
    [' http://proxy.test/ ', http('proxy.test', 80)],
    ['HTTPS://Proxy.Test', { kind: 'https', host: 'proxy.test', port: 443 }],
    ['http://[::1]:3128', http('::1', 3128)],
    ['socks4a://proxy.test', { kind: 'socks4', host: 'proxy.test', port: 1080 }],
    ['socks://proxy.test:9', { kind: 'socks5', host: 'proxy.test', port: 9 }],
    [
      'http://ann%40home:p%3Aa%2Fss%@proxy.test:1',
      { ...http('proxy.test', 1), credentials: { name: 'ann@home', password: 'p%3Aa%2Fss%' } },
    ],
    [
      'socks5://ann:p%3Aa%2Fss@proxy.test:1',
      { kind: 'socks5', host: 'proxy.test', port: 1, credentials: { name: 'ann', password: 'p:a/ss' } },
    ],
  ])('parses %s', (text, route) => {
    expect(proxyFromEnvironment({ https_proxy: text })('https://a.test')).toEqual(route)
  })

  test.each([
    'http://',
    'ftp://proxy.test',
    'http://ann:canary@proxy.test:99999',
    'http://ann:can#ary@proxy.test',
    'a b',
    'http://proxy.test?x',
  ])('%j is rejected naming the variable, without repeating it', (text) => {
    const read = () => proxyFromEnvironment({ HTTPS_PROXY: text })
    expect(read).toThrow(/^HTTPS_PROXY isn't a valid proxy address/)
    expect(read).not.toThrow(/can.?ary/)
    expect(read).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION', param: 'HTTPS_PROXY' }))
  })

  test('uses the proxy for loopback unless NO_PROXY has it, as curl does', () => {
    const find = proxyFromEnvironment({ ALL_PROXY: 'p:1', NO_PROXY: '127.0.0.1' })
    expect([find('http://localhost:1'), find('http://127.0.0.1:1')]).toEqual([http('p', 1), direct])
  })
})

describe('bypass lists', () => {
  test.each<[string, string, boolean]>([
    ['*', 'https://a.test', true],
    ['example.com', 'https://example.com', true],
    ['example.com', 'https://a.b.example.com:8443', true],
    ['example.com', 'https://notexample.com', false],
    ['.example.com', 'https://example.com', true],
    ['.example.com', 'https://a.example.com', true],
    ['*.example.com', 'https://a.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['a*c.example.*', 'https://abc.example.org', true],
    ['a*c.example.*', 'https://abd.example.org', false],
    ['a*a', 'https://a', false],
    ['EXAMPLE.com.', 'https://example.COM.', true],
    ['https://example.com', 'https://example.com', true],
    ['bücher.example', 'https://bücher.example', true],
    ['example.com:8443', 'https://example.com:8443', true],
    ['example.com:8443', 'https://example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['example.com:80', 'http://example.com', true],
    ['10.0.0.0/8', 'http://10.200.3.4:5', true],
    ['10.0.0.0/8', 'http://11.0.0.1', false],
    ['10.0.0.0/33', 'http://10.0.0.1', false],
    ['10.0.0.0/', 'http://10.0.0.1', false],
    ['192.168.1.7', 'http://192.168.1.7', true],
    ['192.168.1.7:80', 'http://192.168.1.7:81', false],
    ['fd00::1', 'http://[fd00::1]:5', true],
    ['[fd00::1]', 'http://[fd00:0:0:0:0:0:0:1]', true],
    ['[fd00::1]:5', 'http://[fd00::1]:5', true],
    ['[fd00::1]:5', 'http://[fd00::1]:6', false],
    ['fd00::/8', 'http://[fd12::3]', true],
    ['fd00::/8', 'http://[fe12::3]', false],
    ['10.0.0.0/8', 'http://[::ffff:10.0.0.1]', true],
    ['7.0.0.1', 'http://17.0.0.1', false],
    ['<local>', 'http://printer', true],
    ['<local>', 'http://printer.test', false],
    ['', 'http://a.test', false],
    [':80', 'http://a.test', false],
  ])('%j for %s', (entry, origin, isExempt) => {
    const find = proxyFromSettings({ url: 'http://p:1', login: null, bypass: [entry] })
    expect(find(origin)).toEqual(isExempt ? direct : http('p', 1))
  })

  test('NO_PROXY is separated by commas or spaces', () => {
    const find = proxyFromEnvironment({ https_proxy: 'p:1', no_proxy: ' a.test,b.test  c.test,, ' })
    expect(['a', 'b', 'c', 'd'].map((name) => find(`https://${name}.test`))).toEqual([
      direct,
      direct,
      direct,
      http('p', 1),
    ])
  })

  test('a pattern with many stars is matched quickly', () => {
    const entry = `${'*a'.repeat(120)}b`
    const find = proxyFromSettings({ url: 'http://p:1', login: null, bypass: [entry] })
    expect(find(`https://${'a'.repeat(60)}.${'a'.repeat(60)}.test`)).toEqual(http('p', 1))
  })
})

describe('from the settings', () => {
  const settings = { url: 'http://p:1', login: null, bypass: [] }

  test('credentials are separate from the URL; a password may have colons', () => {
    const find = proxyFromSettings({ ...settings, url: 'socks5://p', login: { credentials: 'ann:a:b' } })
    expect(find('https://a.test')).toEqual({
      kind: 'socks5',
      host: 'p',
      port: 1080,
      credentials: { name: 'ann', password: 'a:b' },
    })
  })

  test('bypasses the proxy for loopback unless the list has <-loopback>', () => {
    const loopback = ['http://localhost:1', 'http://a.localhost', 'https://127.9.9.9', 'http://[::1]']
    expect(loopback.map(proxyFromSettings(settings))).toEqual(loopback.map(() => direct))
    const find = proxyFromSettings({ ...settings, bypass: ['<-loopback>'] })
    expect(loopback.map(find)).toEqual(loopback.map(() => http('p', 1)))
  })

  test('rejects an invalid URL', () => {
    expect(() => proxyFromSettings({ ...settings, url: '' })).toThrow(
      expect.objectContaining({ code: 'FAILED_PRECONDITION', param: 'proxyUrl' }),
    )
  })
})

describe('from a PAC result', () => {
  test.each<[string, unknown]>([
    ['DIRECT', direct],
    ['', direct],
    ['PROXY a.test:8080; DIRECT', http('a.test', 8080)],
    [' proxy a.test ;', http('a.test', 80)],
    ['HTTPS a.test:44', { kind: 'https', host: 'a.test', port: 44 }],
    ['SOCKS a.test:1', { kind: 'socks4', host: 'a.test', port: 1 }],
    ['SOCKS5 [::1]:1', { kind: 'socks5', host: '::1', port: 1 }],
    ['QUIC q.test:443; PROXY a.test:1', http('a.test', 1)],
    ['PROXY a.test:99999; DIRECT', direct],
  ])('%j', (text, route) => {
    expect(readPacAnswer(text, null)).toEqual(route)
  })

  test('sends a login only to the proxies for which it was entered, whatever the PAC file names', () => {
    const login = { credentials: 'ann:secret', hosts: ['a.test:1', '[::1]:8080'] }
    const credentials = { name: 'ann', password: 'secret' }
    const answers = [
      'PROXY a.test:1',
      'SOCKS5 A.test:1',
      'PROXY [::1]:8080',
      'PROXY a.test:2',
      'PROXY evil.test:1',
    ]
    expect(answers.map((text) => readPacAnswer(text, login))).toEqual([
      { ...http('a.test', 1), credentials },
      { kind: 'socks5', host: 'a.test', port: 1, credentials },
      { ...http('::1', 8080), credentials },
      http('a.test', 2),
      http('evil.test', 1),
    ])
    expect(readPacAnswer('DIRECT', login)).toEqual(direct)
  })

  test('rejects a result without a supported entry instead of connecting directly', () => {
    expect(() => readPacAnswer('QUIC q.test:443', null)).toThrow(
      expect.objectContaining({ code: 'FAILED_PRECONDITION', param: 'proxyMode' }),
    )
  })
})
