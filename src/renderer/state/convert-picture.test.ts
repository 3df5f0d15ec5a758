import { expect, test } from 'vitest'
import { chooseConversion, toConvertedSize } from './convert-picture'

test('keeps what every model reads, and converts what only some do', () => {
  const choose = (name: string, mimeType: string) => chooseConversion({ name, mimeType })
  expect([
    choose('a.png', 'image/png'),
    choose('a.webp', 'image/jpeg'),
    choose('a.heic', 'image/heic'),
    choose('a.png', 'image/webp'),
    choose('a.gif', 'image/gif'),
    choose('a.SVG', 'text/xml'),
    choose('a.svg', 'text/plain'),
    choose('a.xml', 'text/xml'),
    choose('a.tiff', 'image/tiff'),
  ]).toEqual(['keep', 'keep', 'keep', 'convert', 'convert', 'convert', 'convert', 'reject', 'reject'])
})

test('scales small drawings up and huge images down, and keeps the size of others', () => {
  expect(toConvertedSize({ width: 40, height: 20 }, true)).toEqual({ width: 1024, height: 512 })
  expect(toConvertedSize({ width: 40, height: 20 }, false)).toEqual({ width: 40, height: 20 })
  expect(toConvertedSize({ width: 16384, height: 4 }, false)).toEqual({ width: 8192, height: 2 })
  expect(toConvertedSize({ width: 0, height: 0 }, true)).toEqual({ width: 1024, height: 1024 })
})
