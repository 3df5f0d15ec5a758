// What of Base64 in a sentence people are shown.
import { expect, test } from 'vitest'
import { nameBase64 } from './name-base64'

test('a run that is media becomes its length, and a sentence stays as it is', () => {
  const media = 'iVBOR/w0+'.repeat(40)
  const sentence = `Invalid value at 'contents[0].parts[1].inline_data.data' (TYPE_BYTES): see https://example.com/a/b`
  expect([nameBase64(`Decoding failed for "${media}==".`), nameBase64(sentence)]).toEqual([
    'Decoding failed for "<362 characters of Base64>".',
    sentence,
  ])
})
