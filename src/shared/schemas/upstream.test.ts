// Checks the messages about invalid base URLs.
import { expect, test } from 'vitest'
import { BaseUrl, findEntryProblem, ServiceProfile } from './upstream'

test.each([
  ['host', 'must start with http:// or https:// and include a host'],
  ['ftp://host', 'must start with http:// or https://, not ftp://'],
  ['http:example.com', 'must start with http:// or https:// and include a host'],
  ['http://', 'must include a host after http://'],
  ['https:///path', 'must include a host after https://'],
  ['https://:8080/path', 'must include a host after https://'],
  ['http://h:99999', 'must have a port from 1 to 65535'],
  ['https://h:65536/v1', 'must have a port from 1 to 65535'],
  ['http://[::1]:99999', 'must have a port from 1 to 65535'],
  ['http://h:80a', 'must have a port from 1 to 65535'],
  ['http://my host:80', 'must not contain spaces in the host'],
  ['http://ho^st', 'must include a valid host'],
  ['https://ada:secret@host', 'must not contain credentials; enter keys separately'],
])('%s: %s', (text, message) => {
  expect(BaseUrl.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each([
  ['127.0.0.1:4999', 'http://127.0.0.1:4999'],
  ['localhost/v1', 'http://localhost/v1'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['nas:11434/v1', 'http://nas:11434/v1'],
  ['studio.local', 'http://studio.local'],
  [' 192.168.1.20:1234 ', 'http://192.168.1.20:1234'],
  ['api.example.com/v1', 'https://api.example.com/v1'],
  ['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
  ['HTTP://h', 'HTTP://h'],
])('%s is read as %s', (text, url) => {
  expect(BaseUrl.parse(text)).toBe(url)
})

test.each(['http://h:1', 'https://h:65535/v1beta', ' http://[::1]:4715 ', 'http://h'])(
  'accepts %s',
  (text) => {
    expect(BaseUrl.safeParse(text).success).toBe(true)
    expect(findEntryProblem(text)).toBeUndefined()
  },
)

test('rejects port 0 on entry, but reads a stored profile that has it', () => {
  expect(findEntryProblem('http://h:0')).toBe('must have a port from 1 to 65535')
  expect(ServiceProfile.safeParse({ id: 'service', name: 'Old', baseUrl: 'http://h:0' }).success).toBe(true)
})
