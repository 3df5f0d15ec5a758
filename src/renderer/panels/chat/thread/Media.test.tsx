// Naming files.
import { expect, test } from 'vitest'
import { mediaBaseUrl } from '../../../state/media-files'
import { nameFile, nameMedia } from './Media'

test('names an unknown type a file', () => {
  const types = ['image/webp', 'audio/mpeg', 'video/mp4', 'application/pdf', 'application/zip', '']
  expect(types.map(nameMedia)).toEqual(['Image', 'Audio', 'Video', 'PDF', 'File', 'File'])
})

test('uses the file’s own name if known', () => {
  const file = { media: 'abc', mimeType: 'application/pdf', name: 'Plan.pdf' }
  expect([nameFile(file), nameFile({ ...file, name: null })]).toEqual(['Plan.pdf', 'PDF'])
})

test('includes the hash in the URL of a stored file', () => {
  expect(`${mediaBaseUrl}abc`).toBe('media://library/abc')
})
