import { expect, test } from 'vitest'
import { findTypeProblem, parseRemoteFileUrl } from './RemoteFileDialog'

test.each([
  ['https://example.com/talk.MP4?t=3', 'video/mp4'],
  [' https://example.com/paper.pdf#page=2 ', 'application/pdf'],
  ['gs://bucket/a/sound.flac', 'audio/flac'],
  ['https://www.youtube.com/watch?v=abc', 'video/mp4'],
  ['https://youtu.be/abc', 'video/mp4'],
  ['https://notyoutube.com/watch', ''],
  ['https://generativelanguage.googleapis.com/v1beta/files/abc-1', ''],
  ['files/abc-1', ''],
])('%s is taken, as %j', (text, mimeType) => {
  expect(parseRemoteFileUrl(text)).toEqual({ uri: text.trim(), mimeType })
})

test.each([
  ['', /empty/],
  ['example.com/a.mp4', /must be an address/],
  ['http://example.com/a.mp4', /not over http:/],
  ['file:///etc/passwd', /not over file:/],
  ['files/../x', /must be an address/],
])('%j is refused with a sentence', (text, told) => {
  expect(parseRemoteFileUrl(text).problem).toMatch(told)
})

test('a type has two words, or is left out', () => {
  expect(['', 'video/mp4', 'image/svg+xml', 'video', 'a b/c'].map(findTypeProblem)).toEqual([
    undefined,
    undefined,
    undefined,
    'must look like video/mp4',
    'must look like video/mp4',
  ])
})
