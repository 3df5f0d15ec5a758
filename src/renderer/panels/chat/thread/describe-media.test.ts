// How attached and made files are named.
import { expect, test } from 'vitest'
import { nameFile, nameMedia, toMediaUrl } from './describe-media'

test('a type that nobody shows is a file, not a broken picture', () => {
  const types = ['image/webp', 'audio/mpeg', 'video/mp4', 'application/pdf', 'application/zip', '']
  expect(types.map(nameMedia)).toEqual(['Picture', 'Audio', 'Video', 'PDF document', 'File', 'File'])
})

test('a file is called by its own name where that is known', () => {
  const file = { media: 'abc', mimeType: 'application/pdf', name: 'Plan.pdf' }
  expect([nameFile(file), nameFile({ ...file, name: null })]).toEqual(['Plan.pdf', 'PDF document'])
})

test('a kept file is shown by its hash', () => {
  expect(toMediaUrl('abc')).toBe('media://library/abc')
})
