import { expect, test } from 'vitest'
import { chooseConversion, isAnimated, toConvertedSize } from './attachments'

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

test('knows an animated image by its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const webp = (flags: string) => bytes(`RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${flags}\0\0\0`)
  expect([
    isAnimated({ mimeType: 'image/gif' }, bytes('GIF89a')),
    isAnimated({ mimeType: 'image/webp' }, webp('\x12')),
    isAnimated({ mimeType: 'image/avif' }, bytes('\0\0\0\x1cftypavis')),
    isAnimated({ mimeType: 'image/webp' }, webp('\x10')),
    isAnimated({ mimeType: 'image/webp' }, bytes('RIFF\0\0\0\0WEBPVP8 ')),
    isAnimated({ mimeType: 'image/avif' }, bytes('\0\0\0\x1cftypavif')),
  ]).toEqual([true, true, true, false, false, false])
})

test('scales small drawings up and huge images down, and keeps the size of others', () => {
  expect(toConvertedSize({ width: 40, height: 20 }, true)).toEqual({ width: 1024, height: 512 })
  expect(toConvertedSize({ width: 40, height: 20 }, false)).toEqual({ width: 40, height: 20 })
  expect(toConvertedSize({ width: 16384, height: 4 }, false)).toEqual({ width: 8192, height: 2 })
  expect(toConvertedSize({ width: 0, height: 0 }, true)).toEqual({ width: 1024, height: 1024 })
})
