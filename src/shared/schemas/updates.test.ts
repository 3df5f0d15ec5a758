// Checks which feeds are accepted: an insecure one would let anyone on the network choose what is installed.
import { expect, test } from 'vitest'
import { UpdateSettings } from './updates'

const findProblem = (feedUrl: string, isAutomatic = false) =>
  UpdateSettings.safeParse({ feedUrl, isAutomatic }).error?.issues[0]?.message

test.each([
  'https://example.com/gen-playground',
  'https://example.com:8443/a/',
  'http://127.0.0.1:8080/updates',
  'http://localhost/updates',
  'http://[::1]:8080',
  '',
])('accepts the feed “%s”', (url) => {
  expect(findProblem(url)).toBeUndefined()
})

test.each([
  ['http://example.com/updates', 'must start with https://'],
  ['http://127.0.0.1.example.com/', 'must start with https://'],
  ['http://192.168.1.2/', 'must start with https://'],
  ['file:///tmp/updates', 'must start with https://'],
  ['https://ann:secret@example.com/', 'must not contain credentials; enter keys separately'],
  ['https://example.com/?key=1', 'must not contain ? or #; enter keys separately'],
])('rejects the feed %s', (url, message) => {
  const { error } = UpdateSettings.safeParse({ feedUrl: url })
  expect(error?.issues.map((issue) => issue.message).join()).toContain(message)
})

test('checks cannot be automatic without a feed', () => {
  expect(findProblem('', true)).toBe('is required to check for updates')
})
