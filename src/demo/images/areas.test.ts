// Edits of an area: outside of it, no pixel may change.
import { Buffer } from 'node:buffer'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { generate, textOf } from '../service.fixture'

const size = 40

/** `colorOf` returns the color at a position. */
function paint(colorOf: (x: number, y: number) => readonly [number, number, number]): PNG {
  const picture = new PNG({ width: size, height: size })
  for (let at = 0; at < size * size; at += 1)
    picture.data.set([...colorOf(at % size, Math.floor(at / size)), 255], at * 4)
  return picture
}

const toInline = (picture: PNG) => ({
  inlineData: { mimeType: 'image/png', data: PNG.sync.write(picture).toString('base64') },
})

async function edit(text: string, copy: PNG, original: PNG) {
  const response = await generate(
    {
      contents: [
        { role: 'user', parts: [{ text: 'A house.' }] },
        { role: 'model', parts: [toInline(original)] },
        { role: 'user', parts: [toInline(copy), { text }] },
      ],
    },
    'gen-2.5-flash-image',
  )
  const data = response.candidates?.[0]?.content.parts?.find(({ inlineData }) => inlineData)?.inlineData?.data
  return { picture: PNG.sync.read(Buffer.from(data ?? '', 'base64')), text: textOf(response) }
}

const pixel = ({ data }: PNG, x: number, y: number) => [
  ...data.subarray((y * size + x) * 4, (y * size + x) * 4 + 3),
]
const red = [200, 40, 40] as const
const isMarked = (x: number, y: number) => x >= 10 && x < 20 && y >= 5 && y < 30

test('only the area painted magenta is edited, and the paint does not remain', async () => {
  const original = paint(() => red)
  const copy = paint((x, y) => (isMarked(x, y) ? [255, 0, 255] : red))
  const { picture, text } = await edit(
    'Change only the area painted magenta in the attached copy: black and white',
    copy,
    original,
  )
  expect(text).toContain('Only the painted area was changed.')
  const [inside, outside] = [pixel(picture, 15, 15), pixel(picture, 30, 15)]
  expect(new Set(inside).size).toBe(1)
  expect(outside).toEqual([...red])
  for (let at = 0; at < size * size; at += 1) {
    const [x, y] = [at % size, Math.floor(at / size)]
    expect(pixel(picture, x, y)).toEqual(isMarked(x, y) ? inside : outside)
  }
})

test('an image is continued into its gray border', async () => {
  const copy = paint((x) => (x < 10 || x >= 30 ? [128, 128, 128] : [x * 8, 20, 20]))
  const { picture } = await edit('Continue the attached image into its gray border', copy, copy)
  expect(pixel(picture, 15, 3)).toEqual([120, 20, 20])
  expect(pixel(picture, 9, 3)).toEqual([88, 20, 20])
  expect(pixel(picture, 30, 39)).toEqual([224, 20, 20])
})
