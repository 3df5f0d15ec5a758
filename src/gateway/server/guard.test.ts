// Tests the allowed Host headers.
import { expect, test } from 'vitest'
import { checkHost } from './guard'

test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])(
  '%s is a Host, on port 80 without a port',
  (name) => {
    expect(checkHost(`${name}:4715`, 4715)).toBe(`${name.toLowerCase()}:4715`)
    expect(checkHost(name, 80)).toBe(name.toLowerCase())
    expect(checkHost(`${name}:80`, 80)).toBe(`${name.toLowerCase()}:80`)
    expect(() => checkHost(name, 4715)).toThrow('must be 127.0.0.1:4715')
  },
)

test.each([
  undefined,
  '',
  'evil.example',
  '127.0.0.1:8080',
  '[::1',
  '127.0.0.1.nip.io',
  '0.0.0.0',
  'localhost:',
  'localhost:080',
])('on port 80 the Host "%s" is rejected', (name) => {
  expect(() => checkHost(name, 80)).toThrow('must be 127.0.0.1:80')
  expect(() => checkHost(`${name}:80`, 80)).toThrow('must be 127.0.0.1:80')
})
