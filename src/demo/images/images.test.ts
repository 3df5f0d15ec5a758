// Generated and edited pictures, checked by their decoded pixels.
import { Buffer } from 'node:buffer'
import { encode as encodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { hashText } from '../seed'
import { generate, type Part, postJson, textOf } from '../service.fixture'

const ratios = '1:1 4:5 16:9 21:9 1:4 7:2'.split(' ')

function draw(text: string, imageConfig?: object, { model = 'gen-3-pro-image-preview', rest = {} } = {}) {
  const generationConfig = { ...(imageConfig ? { imageConfig } : {}), ...rest }
  return generate({ contents: [{ parts: [{ text }] }], generationConfig }, model)
}

function imagesOf(parts: readonly Part[] | undefined): PNG[] {
  return (parts ?? []).flatMap(({ inlineData }) =>
    inlineData ? [PNG.sync.read(Buffer.from(inlineData.data, 'base64'))] : [],
  )
}

async function imageOf(responsePromise: ReturnType<typeof generate>): Promise<PNG> {
  const [image] = imagesOf((await responsePromise).candidates?.[0]?.content.parts)
  if (!image) throw new Error('The answer contains no image.')
  return image
}

/** 40 × 30 pixels: a blue border around a red rectangle with a green spot in its upper left corner. */
function makePicture(): PNG {
  const picture = new PNG({ width: 40, height: 30 })
  for (let y = 0; y < 30; y += 1) {
    for (let x = 0; x < 40; x += 1) {
      const inside = x >= 10 && x < 30 && y >= 8 && y < 22
      const spot = inside && x < 15 && y < 12
      picture.data.set(
        spot ? [30, 160, 60, 255] : inside ? [200, 40, 40, 255] : [40, 60, 200, 255],
        (y * 40 + x) * 4,
      )
    }
  }
  return picture
}

const png = PNG.sync.write(makePicture()).toString('base64')
const jpeg = encodeJpeg({ width: 40, height: 30, data: makePicture().data }, 95).data.toString('base64')

function edit(text: string, ...images: { mimeType: string; data: string }[]) {
  const inputs = images.length > 0 ? images : [{ mimeType: 'image/png', data: png }]
  return generate(
    { contents: [{ parts: [{ text }, ...inputs.map((inlineData) => ({ inlineData }))] }] },
    'gen-2.5-flash-image',
  )
}

const pixel = ({ data, width }: PNG, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
]

test.each(ratios)('draws the ratio %s', async (aspectRatio) => {
  const [across = 0, down = 0] = aspectRatio.split(':').map(Number)
  const { width, height } = await imageOf(draw('abstract', { aspectRatio, imageSize: '512' }))
  expect(Math.abs((width * down) / (height * across) - 1)).toBeLessThan(0.04)
  expect(Math.abs(Math.sqrt(width * height) - 512)).toBeLessThan(15)
})

test('sizes are the vendor’s documented ones, also of models that draw only one', async () => {
  const size = async (imageConfig: object, model?: string) => {
    const { width, height } = await imageOf(draw('Hills', imageConfig, model === undefined ? {} : { model }))
    return `${width}×${height}`
  }
  expect([
    await size({ aspectRatio: '16:9' }),
    await size({ aspectRatio: '16:9', imageSize: '512' }),
    await size({ aspect_ratio: '16:9', image_size: '2K' }),
    await size({ aspectRatio: '16:9' }, 'gen-2.5-flash-image'),
    await size({ aspectRatio: '16:9' }, 'gen-2.5-flash-image-preview'),
  ]).toEqual(['1376×768', '688×384', '2752×1536', '1376×768', '1376×768'])
})

const countDifferent = (images: readonly PNG[]) =>
  new Set(images.map(({ data }) => hashText(data.toString('latin1')))).size

test('pictures repeat with the prompt and the seed, but concurrent equal requests draw different ones', async () => {
  const drawOne = (text: string, seed?: number) =>
    imageOf(draw(text, { imageSize: '512' }, { rest: seed === undefined ? {} : { seed } }))
  const concurrent = await Promise.all(Array.from({ length: 8 }, () => drawOne('A cat')))
  expect(countDifferent(concurrent)).toBe(8)
  expect(countDifferent([...concurrent, await drawOne('A cat')])).toBe(8)
  expect(countDifferent([await drawOne('A cat'), await drawOne('A fox')])).toBe(2)
  const seeded = [await drawOne('A cat', 1), await drawOne('A cat', 2), await drawOne('A cat', 1)]
  expect([countDifferent(seeded), countDifferent(seeded.slice(1))]).toEqual([2, 2])
})

test('variations of an edit differ, and describe how', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => edit('black and white')))
  expect(countDifferent(answers.flatMap(({ candidates }) => imagesOf(candidates?.[0]?.content.parts)))).toBe(
    8,
  )
  expect(answers.slice(0, 2).map(textOf)).toEqual([
    'Edited: converted to black and white.',
    'Edited: converted to black and white. This variation is a little brighter.',
  ])
})

test('a thinking model sends its draft as a thought, and signs text and image', async () => {
  const rest = { thinkingConfig: { includeThoughts: true } }
  const { candidates, usageMetadata } = await draw('A cat', { imageSize: '512' }, { rest })
  const parts = candidates?.[0]?.content.parts ?? []
  const summary = parts.map((part) => [
    part.inlineData ? 'image' : 'text',
    part.thought === true,
    part.thoughtSignature !== undefined,
  ])
  expect(summary).toEqual([
    ['text', true, false],
    ['image', true, false],
    ['text', false, true],
    ['image', false, true],
  ])
  expect(imagesOf(parts).map(({ width }) => width)).toEqual([128, 512])
  expect(usageMetadata.thoughtsTokenCount).toBeGreaterThan(258)
})

test('responseModalities are respected, and the 2.0 model draws only if the request says so', async () => {
  const kinds = async (model: string, responseModalities?: string[]) => {
    const rest = responseModalities ? { responseModalities } : {}
    const response = await draw('A tree', undefined, { model, rest })
    return [
      ...new Set(
        response.candidates?.[0]?.content.parts?.map((part) => (part.inlineData ? 'image' : 'text')),
      ),
    ].join()
  }
  expect(await kinds('gen-2.5-flash-image')).toBe('text,image')
  expect(await kinds('gen-2.5-flash-image', ['IMAGE'])).toBe('image')
  expect(await kinds('gen-2.5-flash-image', ['Text', 'Image'])).toBe('text,image')
  expect(await kinds('gen-2.5-flash-image', ['TEXT'])).toBe('text')
  expect(await kinds('gen-2.0-flash-exp-image-generation')).toBe('text')
  expect(await kinds('gemini-2.0-flash-exp-image-generation', ['TEXT', 'IMAGE'])).toBe('text,image')
})

test('image models fail in the vendor’s ways if the prompt triggers it', async () => {
  const candidateOf = async (trigger: string) => (await draw(`[${trigger}] a tree`)).candidates?.[0]
  for (const [trigger, finishReason] of [
    ['no-image', 'NO_IMAGE'],
    ['image-safety', 'IMAGE_SAFETY'],
    ['image-other', 'IMAGE_OTHER'],
  ] as const)
    expect(await candidateOf(trigger)).toMatchObject({ finishReason })
  expect((await draw('[blocked] a tree')).promptFeedback?.blockReason).toBe('SAFETY')
  expect((await draw('[busy] a tree')).error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' })
  const candidate = await candidateOf('text-only')
  expect([candidate?.finishReason, candidate?.content.parts?.map((part) => Object.keys(part))]).toEqual([
    'STOP',
    [['text']],
  ])
  const wrongType = (await draw('A tree [wrong-type]', { imageSize: '512' })).candidates?.[0]?.content.parts
  expect(wrongType?.at(-1)?.inlineData?.mimeType).toBe('image/jpeg')
  expect(imagesOf(wrongType)[0]?.width).toBe(512)
})

test('a failure can be triggered for one of several variations', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => draw('A tree [no-image 2]', { imageSize: '512' })),
  )
  const summary = answers.map(({ candidates }) => [
    candidates?.[0]?.finishReason,
    imagesOf(candidates?.[0]?.content.parts).length,
  ])
  expect(summary).toEqual([
    ['STOP', 1],
    ['NO_IMAGE', 0],
    ['STOP', 1],
  ])
})

test.each([
  [
    'gen-3-pro-image-preview',
    { imageSize: '1k' },
    'imageSize: must be one of 512, 1K, 2K, 4K (upper-case K), not "1k"',
  ],
  [
    'gen-3-pro-image-preview',
    { aspectRatio: 'wide' },
    'aspectRatio: must be like "16:9", from 1:8 to 8:1, not "wide"',
  ],
  [
    'gen-3-pro-image-preview',
    { aspectRatio: '1:0' },
    'aspectRatio: must be like "16:9", from 1:8 to 8:1, not "1:0"',
  ],
  [
    'gen-2.0-flash-exp-image-generation',
    { aspectRatio: '16:9' },
    'aspectRatio: is not supported by this model',
  ],
  ['gen-2.0-flash-exp-image-generation', { imageSize: '2K' }, 'imageSize: is not supported by this model'],
  ['gen-2.5-flash-image', { imageSize: '4K' }, 'imageSize: is not supported by this model'],
])('%s rejects %j', async (model, imageConfig, message) => {
  const rest = { responseModalities: ['TEXT', 'IMAGE'] }
  expect((await draw('A tree', imageConfig, { model, rest })).error).toMatchObject({
    code: 400,
    message: `generationConfig.imageConfig.${message}`,
  })
})

const middle: readonly [number, number] = [20, 15]
const green = [30, 160, 60]
const red = [200, 40, 40]

test.each<[string, ((after: PNG) => unknown)?, unknown?]>([
  ['make it black and white', (after) => new Set(pixel(after, ...middle)).size, 1],
  ['invert the colors', (after) => pixel(after, ...middle), [55, 215, 215]],
  [
    'Make the background yellow',
    (after) => {
      const [red = 0, green = 0, blue = 0] = pixel(after, 2, 2)
      return [red > 200, green > 180, blue < 120, pixel(after, ...middle)]
    },
    [true, true, true, red],
  ],
  ['mirror it', (after) => [pixel(after, 27, 10), pixel(after, 12, 10)], [green, red]],
  ['flip it vertically', (after) => [pixel(after, 12, 20), pixel(after, 12, 10)], [green, red]],
  ['turn it upside down', (after) => pixel(after, 27, 20), green],
  ['make it brighter', (after) => (pixel(after, ...middle)[1] ?? 0) > 40, true],
  ['darken it', (after) => (pixel(after, ...middle)[0] ?? 0) < 150, true],
  ['blur it', (after) => pixel(after, 10, 15).join() !== red.join(), true],
  ['sepia please', (after) => (pixel(after, 2, 2)[0] ?? 0) > (pixel(after, 2, 2)[2] ?? 0), true],
  ['tint it green', (after) => (pixel(after, ...middle)[1] ?? 0) > 40, true],
  ...['pixelate it', 'add a sun', 'add stars', 'put a cat into it', 'do something nice'].map(
    (instruction): [string] => [instruction],
  ),
])('“%s” changes the pixels and keeps the size', async (instruction, measure, expected) => {
  const after = await imageOf(edit(instruction))
  expect([after.width, after.height]).toEqual([40, 30])
  expect(after.data.equals(makePicture().data)).toBe(false)
  expect(measure?.(after)).toEqual(expected)
})

test('rotating and cropping change the size, and the text says what was done', async () => {
  const right = await imageOf(edit('rotate it to the right'))
  expect([right.width, right.height, pixel(right, 19, 12)]).toEqual([30, 40, green])
  const left = await imageOf(edit('rotate left'))
  expect([left.width, left.height, pixel(left, 9, 27)]).toEqual([30, 40, green])
  const square = await imageOf(edit('crop it square'))
  expect([square.width, square.height]).toEqual([30, 30])
  expect(textOf(await edit('Make it black and white and rotate right'))).toBe(
    'Edited: converted to black and white, then rotated right.',
  )
  expect(textOf(await edit('make my dreams come true'))).toContain('doesn’t support “make my dreams')
})

test('a JPEG is edited too, and requested ratios apply to edits', async () => {
  const after = await imageOf(edit('black and white', { mimeType: 'image/jpeg', data: jpeg }))
  expect([after.width, after.height]).toEqual([40, 30])
  const body = {
    contents: [{ parts: [{ text: 'sepia' }, { inline_data: { mime_type: 'image/png', data: png } }] }],
    generationConfig: { imageConfig: { aspectRatio: '1:1' } },
  }
  const square = await imageOf(generate(body, 'gen-3-pro-image-preview'))
  expect([square.width, square.height]).toEqual([1024, 1024])
})

test('an edit without a picture edits the previous picture', async () => {
  const model = 'gen-3-pro-image-preview'
  const first = await draw('A lighthouse', { imageSize: '512' })
  const contents = [
    { role: 'user', parts: [{ text: 'A lighthouse' }] },
    first.candidates?.[0]?.content,
    { role: 'user', parts: [{ text: 'now make it black and white' }] },
  ]
  const after = await imageOf(generate({ contents }, model))
  expect([after.width, new Set(pixel(after, 100, 100)).size]).toEqual([512, 1])
})

test.each([
  [{ mimeType: 'image/png', data: '***' }, 'contents[0].parts[1].inlineData.data: Base64 decoding failed'],
  [
    { mimeType: 'image/png', data: `data:image/png;base64,${png}` },
    'must be pure Base64, without the prefix "data:image/png;base64,"',
  ],
  [
    { mimeType: 'image/png', data: Buffer.from('no image at all').toString('base64') },
    'Unable to process input image',
  ],
  [{ mimeType: 'image/png', data: jpeg }, 'is image/png, but the bytes are image/jpeg'],
  [{ mimeType: 'image/jpg', data: jpeg }, 'Unsupported MIME type: image/jpg'],
  [{ mimeType: 'image/png', data: png.slice(0, 120) }, 'Unable to process input image'],
])('%j is rejected by image and text models', async (inlineData, message) => {
  for (const model of ['gen-2.5-flash-image', 'gen-2.5-pro']) {
    const { status, body } = await postJson(`/v1beta/models/${model}:generateContent`, {
      contents: [{ parts: [{ text: 'x' }, { inlineData }] }],
    })
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(message)])
  }
})

test('a picture is not paced by its tokens', async () => {
  const path =
    '/v1beta/models/gen-2.5-flash-image:generateContent?demo=tokens-per-second=1;first-token=0;image=0'
  const generationConfig = { responseModalities: ['IMAGE'] }
  const { body } = await postJson(path, { contents: [{ parts: [{ text: 'A fox' }] }], generationConfig })
  expect([
    imagesOf(body.candidates?.[0]?.content.parts).length,
    body.usageMetadata.candidatesTokenCount,
  ]).toEqual([1, 1290])
})

test('“add a moon” adds a moon, but none to an image that has one', async () => {
  const continueWith = async (prompts: readonly string[], image: PNG) => {
    const data = PNG.sync.write(image).toString('base64')
    const answer = { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] }
    const contents = prompts.flatMap((text, index) => [
      ...(index > 0 ? [answer] : []),
      { role: 'user', parts: [{ text }] },
    ])
    const response = await generate({ contents }, 'gen-2.5-flash-image')
    const [edited] = imagesOf(response.candidates?.[0]?.content.parts)
    return { bytes: edited?.data.toString('latin1'), edited, text: textOf(response) }
  }
  for (const prompt of ['Green hills at noon, by day.', 'Green hills at night.']) {
    const image = await imageOf(draw(prompt, undefined, { model: 'gen-2.5-flash-image' }))
    const { bytes, edited = image } = await continueWith([prompt, 'Add a moon.'], image)
    expect(bytes === image.data.toString('latin1')).toBe(prompt.includes('night'))
    const again = await continueWith([prompt, 'Add a moon.', 'Add a moon.'], edited)
    expect([again.bytes === bytes, again.text]).toEqual([true, expect.stringContaining('already has a moon')])
  }
})

/** 40 × 40 pixels with the color at each position. */
function paint(colorOf: (x: number, y: number) => readonly number[]): PNG {
  const picture = new PNG({ width: 40, height: 40 })
  for (let at = 0; at < 1600; at += 1)
    picture.data.set([...colorOf(at % 40, Math.floor(at / 40)), 255], at * 4)
  return picture
}

const toInline = (picture: PNG) => ({
  inlineData: { mimeType: 'image/png', data: PNG.sync.write(picture).toString('base64') },
})

async function editArea(text: string, copy: PNG, original: PNG) {
  const contents = [
    { role: 'user', parts: [{ text: 'A house.' }] },
    { role: 'model', parts: [toInline(original)] },
    { role: 'user', parts: [toInline(copy), { text }] },
  ]
  const response = await generate({ contents }, 'gen-2.5-flash-image')
  const [picture = original] = imagesOf(response.candidates?.[0]?.content.parts)
  return { picture, text: textOf(response) }
}

test('only the area painted magenta is edited, and the paint does not remain', async () => {
  const isMarked = (x: number, y: number) => x >= 10 && x < 20 && y >= 5 && y < 30
  const copy = paint((x, y) => (isMarked(x, y) ? [255, 0, 255] : red))
  const prompt = 'Change only the area painted magenta in the attached copy: black and white'
  const { picture, text } = await editArea(
    prompt,
    copy,
    paint(() => red),
  )
  expect(text).toContain('Only the painted area was changed.')
  const inside = pixel(picture, 15, 15)
  expect(new Set(inside).size).toBe(1)
  expect(picture.data.equals(paint((x, y) => (isMarked(x, y) ? inside : red)).data)).toBe(true)
})

test('an image is continued into its gray border', async () => {
  const copy = paint((x) => (x < 10 || x >= 30 ? [128, 128, 128] : [x * 8, 20, 20]))
  const { picture } = await editArea('Continue the attached image into its gray border', copy, copy)
  expect([pixel(picture, 15, 3), pixel(picture, 9, 3), pixel(picture, 30, 39)]).toEqual([
    [120, 20, 20],
    [88, 20, 20],
    [224, 20, 20],
  ])
})
