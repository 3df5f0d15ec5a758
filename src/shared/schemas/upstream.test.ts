// Checks the messages about invalid base URLs.
import { expect, test } from 'vitest'
import { BaseUrl, findEntryProblem } from './base-url'
import { ServiceProfile } from './upstream'

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
