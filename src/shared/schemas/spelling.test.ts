// Checks which sources of dictionaries are accepted: an insecure one would let anyone on the network replace them.
import { expect, test } from 'vitest'
import { SpellingSettings } from './spelling'

const findProblem = (dictionaryUrl: string) =>
  SpellingSettings.safeParse({ dictionaryUrl })
    .error?.issues.map(({ message }) => message)
    .join()

test.each([
  'https://example.com/gen-playground',
  'https://example.com:8443/a/',
  'http://127.0.0.1:8080/updates',
  'http://localhost/updates',
  'http://[::1]:8080',
  '',
])('accepts the source “%s”', (url) => {
  expect(findProblem(url)).toBeUndefined()
})

test.each([
  ['http://example.com/updates', 'must start with https://'],
  ['http://127.0.0.1.example.com/', 'must start with https://'],
  ['http://192.168.1.2/', 'must start with https://'],
  ['file:///tmp/updates', 'must start with https://'],
  ['https://ann:secret@example.com/', 'must not contain credentials; enter keys separately'],
  ['https://example.com/?key=1', 'must not contain ? or #; enter keys separately'],
])('rejects the source %s', (url, message) => {
  expect(findProblem(url)).toContain(message)
})
