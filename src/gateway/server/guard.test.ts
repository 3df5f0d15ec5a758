// Tests the allowed Host headers.
import { expect, test } from 'vitest'
import { checkHost } from './guard'

test('on port 80 a Host needs no port', () => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST']) {
    expect(checkHost(name, 80)).toBe(name.toLowerCase())
    expect(checkHost(`${name}:80`, 80)).toBe(`${name.toLowerCase()}:80`)
    expect(() => checkHost(name, 4715)).toThrow('must be 127.0.0.1:4715')
  }
})

test.each(['', 'evil.example', 'evil.example:80', '127.0.0.1:8080', '[::1', '127.0.0.1.evil.example'])(
  'on port 80 the Host "%s" is rejected',
  (name) => {
    expect(() => checkHost(name, 80)).toThrow('must be 127.0.0.1:80')
  },
)
