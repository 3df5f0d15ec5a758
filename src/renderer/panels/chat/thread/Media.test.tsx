// Naming files.
import { expect, test } from 'vitest'
import { mediaBaseUrl } from '../../../state/media-files'
import { nameFile, nameMedia } from './Media'

test('an unknown type is a file, not a broken picture', () => {
  const types = ['image/webp', 'audio/mpeg', 'video/mp4', 'application/pdf', 'application/zip', '']
  expect(types.map(nameMedia)).toEqual(['Image', 'Audio', 'Video', 'PDF', 'File', 'File'])
})

test('a file has its own name if known', () => {
  const file = { media: 'abc', mimeType: 'application/pdf', name: 'Plan.pdf' }
  expect([nameFile(file), nameFile({ ...file, name: null })]).toEqual(['Plan.pdf', 'PDF'])
})

test('the URL of a stored file has its hash', () => {
  expect(`${mediaBaseUrl}abc`).toBe('media://library/abc')
})
