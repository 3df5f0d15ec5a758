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
])('accepts %s as %j', (text, mimeType) => {
  expect(parseRemoteFileUrl(text)).toEqual({ uri: text.trim(), mimeType })
})

test.each([
  ['', 'is required'],
  ['example.com/a.mp4', 'must start with https://, gs://, or files/'],
  ['http://example.com/a.mp4', 'must use https: or gs:. Models can’t fetch http: URLs.'],
  ['file:///etc/passwd', 'must use https: or gs:. Models can’t fetch file: URLs.'],
  ['files/../x', 'must start with https://, gs://, or files/'],
])('rejects %j with a message', (text, message) => {
  expect(parseRemoteFileUrl(text).problem).toBe(message)
})

test('a MIME type has two parts, or is empty', () => {
  expect(['', 'video/mp4', 'image/svg+xml', 'video', 'a b/c'].map(findTypeProblem)).toEqual([
    undefined,
    undefined,
    undefined,
    'must be a MIME type, such as video/mp4',
    'must be a MIME type, such as video/mp4',
  ])
})
