// Proxies as people paste them.
import { expect, test } from 'vitest'
import { completeProxy, parseBypass, splitProxy } from './parse-proxy'

test('a username and a password are extracted from a pasted URL', () => {
  expect(
    [
      'http://ada:secret@host:8080',
      ' socks5://ada:p%40ss%3Aword@host:1080/ ',
      'ada:secret@host:8080',
      'http://ada:p@ss@host',
      'http://ada@host:1',
      'http://ada:100%@host',
    ].map(splitProxy),
  ).toEqual([
    { url: 'http://host:8080', credentials: { name: 'ada', password: 'secret' } },
    { url: 'socks5://host:1080/', credentials: { name: 'ada', password: 'p@ss:word' } },
    { url: 'host:8080', credentials: { name: 'ada', password: 'secret' } },
    { url: 'http://host', credentials: { name: 'ada', password: 'p@ss' } },
    { url: 'http://host:1', credentials: { name: 'ada', password: '' } },
    { url: 'http://host', credentials: { name: 'ada', password: '100%' } },
  ])
})

test('a URL without them stays exactly as it is typed', () => {
  expect(['http://ho', 'http://host:8080', ' '].map(splitProxy)).toEqual([
    { url: 'http://ho', credentials: null },
    { url: 'http://host:8080', credentials: null },
    { url: ' ', credentials: null },
  ])
})

test('a URL without a scheme is that of an HTTP proxy', () => {
  expect([' host:8080', 'socks5://host', ''].map(completeProxy)).toEqual([
    'http://host:8080',
    'socks5://host',
    '',
  ])
})

test('hosts are separated by lines or commas, each listed once', () => {
  expect(parseBypass('localhost\n*.example.com, 10.0.0.0/8\n\nlocalhost')).toEqual([
    'localhost',
    '*.example.com',
    '10.0.0.0/8',
  ])
})
