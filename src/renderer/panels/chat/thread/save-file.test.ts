// Names of saved files.
import { expect, test } from 'vitest'
import { nameFile } from './save-file'

test('a saved file is named by its type and its hash', () => {
  const types = ['image/png', 'image/jpeg', 'image/svg+xml', 'audio/x-wav; rate=1', '']
  expect(types.map((type) => nameFile('1a2b3c4d5e6f', type))).toEqual([
    'image-1a2b3c4d.png',
    'image-1a2b3c4d.jpg',
    'image-1a2b3c4d.svg',
    'audio-1a2b3c4d.wav',
    'file-1a2b3c4d',
  ])
})
