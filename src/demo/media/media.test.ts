// Images, audio, files and URLs are described by their actual contents.
import { Buffer } from 'node:buffer'
import { encode as encodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { generate, makeWav, promptBody, textOf } from '../service.fixture'

/** Light blue above, dark green below. */
function makeLandscape(): PNG {
  const picture = new PNG({ width: 90, height: 60 })
  for (let index = 0; index < 90 * 60; index += 1)
    picture.data.set(index < 90 * 30 ? [150, 200, 250, 255] : [10, 70, 20, 255], index * 4)
  return picture
}

async function describeMedia(text: string, part: object): Promise<string> {
  return textOf(await generate({ contents: [{ parts: [{ text }, part] }] }, 'gen-2.5-pro'))
}

test('an image is described by its actual pixels, in either spelling and format', async () => {
  const png = PNG.sync.write(makeLandscape()).toString('base64')
  const jpeg = encodeJpeg({ width: 90, height: 60, data: makeLandscape().data }, 90).data.toString('base64')
  for (const [part, format] of [
    [{ inline_data: { mime_type: 'image/png', data: png } }, 'PNG'],
    [{ inlineData: { mimeType: 'image/jpeg', data: jpeg } }, 'JPEG'],
  ] as const) {
    const text = await describeMedia('Which colors?', part)
    expect(text).toContain(`**${format}** of **90 × 60** pixels (landscape`)
    expect(text).toContain('light blue (50%) and dark green (50%)')
    expect(text).toContain(
      'light blue at the top; light blue and dark green in the middle; dark green at the bottom',
    )
  }
})

test('a GIF, audio, and an external file are described as far as they can be read', async () => {
  const gif = 'R0lGODlhBQAHAIAAAP///wAAACwAAAAABQAHAAACBoSPqcvtXQA7'
  const image = await describeMedia('What is it?', { inlineData: { mimeType: 'image/gif', data: gif } })
  expect(image).toContain('**GIF** of **5 × 7** pixels (portrait')
  expect(image).toContain('reads pixels only in PNG and JPEG files')
  const data = makeWav({ seconds: 1.25, rate: 22_050, channels: 2 }).toString('base64')
  const audio = await describeMedia('How long is it?', { inlineData: { mimeType: 'audio/wav', data } })
  expect(audio).toContain('duration **1.25 seconds**, container WAVE, codec PCM, audio at 22,050 Hz, stereo.')
  const external = await describeMedia('Summarise', {
    file_data: { mime_type: 'video/mp4', file_uri: 'https://example.com/a/clip%20one.mp4' },
  })
  expect(external).toContain('It’s on the host **example.com**, named “clip one.mp4”.')
})

test('several files have headings on lines of their own, and the sizes that the composer shows', async () => {
  const text = (content: string) => ({
    inlineData: { mimeType: 'text/plain', data: Buffer.from(content).toString('base64') },
  })
  const files = [text('word'), text('two words '.repeat(1_240))]
  const described = textOf(
    await generate({ contents: [{ parts: [{ text: 'What is in these files?' }, ...files] }] }, 'gen-2.5-pro'),
  )
  expect(described).toMatch(/^You asked: “What is in these files\?”\n\n### 1\n/)
  expect(described).toContain('4 bytes, 1 word.')
  expect(described).toContain('12.4 KB, 2,480 words.')
})

test('URL context lists the URLs of the prompt, reports none as read, and marks private ones as unsafe', async () => {
  const prompt =
    'Compare https://example.com/a-guide, http://localhost:8080/x, http://192.168.0.1/ and ftp://example.org/f.'
  const candidate = (await generate(promptBody(prompt, { tools: [{ url_context: {} }] }), 'gen-2.5-pro'))
    .candidates?.[0]
  expect(candidate?.urlContextMetadata).toEqual({
    urlMetadata: [
      { retrievedUrl: 'https://example.com/a-guide', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
      { retrievedUrl: 'http://localhost:8080/x', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_UNSAFE' },
      { retrievedUrl: 'http://192.168.0.1/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_UNSAFE' },
      { retrievedUrl: 'ftp://example.org/f', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
    ],
  })
  expect(candidate?.content.parts?.[0]?.text).toContain('it didn’t fetch example.com')
})

test('grounding refers to bytes of the answer and says that no search was performed', async () => {
  const response = await generate(
    promptBody('Summarise what is known about “Zürich” – naïvely.', { tools: [{ googleSearch: {} }] }),
  )
  const text = Buffer.from(textOf(response))
  const grounding = response.candidates?.[0]?.groundingMetadata
  expect(grounding?.groundingChunks.every(({ web }) => web.title.includes('no search was performed'))).toBe(
    true,
  )
  expect(grounding?.groundingSupports.length).toBeGreaterThan(0)
  for (const { segment } of grounding?.groundingSupports ?? []) {
    expect(text.subarray(segment.startIndex, segment.endIndex).toString()).toBe(segment.text)
  }
})
