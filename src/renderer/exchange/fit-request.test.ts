// The texts and settings that panels use from logged requests.
import { expect, test } from 'vitest'
import { fitRequest } from './fit-request'

const fitBody = (route: string, model: string, body: unknown) =>
  fitRequest({ route, model, requestBody: typeof body === 'string' ? body : JSON.stringify(body) })

test('takes over a conversation with all settings that Chat has', () => {
  const declaration = { name: 'ask', parameters: { type: 'object' } }
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'Hi.' }] },
      { role: 'model', parts: [{ text: 'Hello.', thoughtSignature: 'x' }] },
      {
        role: 'user',
        parts: [
          { text: 'And this?' },
          { file_data: { file_uri: 'https://example.com/a.mp4', mime_type: 'video/mp4' } },
          { inline_data: { mime_type: 'image/png', data: '<400 characters of Base64>' } },
        ],
      },
    ],
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    tools: [{ functionDeclarations: [declaration] }, { googleSearch: {} }, { codeExecution: {} }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    generation_config: {
      temperature: 0,
      top_p: 7,
      stopSequences: ['END'],
      logprobs: 3,
      thinkingConfig: { includeThoughts: true, thinkingBudget: 128 },
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT' },
    },
  }
  expect(fitBody('generateContent', 'gen-2.5-pro', body)).toEqual({
    panel: 'chat',
    parameters: {
      model: 'gen-2.5-pro',
      streaming: false,
      systemInstruction: 'Be brief.',
      temperature: 0,
      stopSequences: ['END'],
      includeThoughts: true,
      thinkingBudget: 128,
      safety: body.safetySettings,
      googleSearch: true,
      structured: { on: true, schema: { type: 'OBJECT' }, sentAs: 'responseSchema' },
      functions: { on: true, declarations: [declaration], mode: 'ANY', mocks: [], answerWithMocks: false },
    },
    history: body.contents.slice(0, 2),
    text: 'And this?',
    links: [{ uri: 'https://example.com/a.mp4', mimeType: 'video/mp4' }],
    files: [],
    omitted: ['topP', 'logprobs', 'codeExecution', '1 media file'],
  })
})

test('keeps a conversation whole that does not end with a prompt', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'Ask.' }] },
    { role: 'model', parts: [{ functionCall: { name: 'ask', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'ask', response: {} } }] },
  ]
  expect(fitBody('streamGenerateContent', 'gen-2.5-flash', { contents })).toMatchObject({
    history: contents,
    text: '',
    parameters: { model: 'gen-2.5-flash' },
    omitted: [],
  })
})

test('takes over an image, and the provider’s name of its model', () => {
  const body = {
    contents: [{ parts: [{ text: 'A heron' }] }],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
    },
  }
  expect(fitBody('generateContent', 'gemini-3-pro-image-preview', body)).toMatchObject({
    panel: 'images',
    text: 'A heron',
    parameters: {
      model: 'gen-3-pro-image-preview',
      aspectRatio: '16:9',
      imageSize: '2K',
      responseModalities: ['TEXT', 'IMAGE'],
    },
    omitted: [],
  })
})

const hash = 'ab'.repeat(32)
const mark = `<400 characters of Base64, SHA-256 ${hash}>`
const png = { hash, mimeType: 'image/png' }

test('takes over the images of a prompt, and those of earlier messages', () => {
  const image = { inline_data: { mime_type: 'image/png', data: mark } }
  const contents = [
    { role: 'user', parts: [image] },
    { role: 'model', parts: [{ text: 'A heron.', thoughtSignature: mark }] },
    { role: 'user', parts: [{ text: 'And this?' }, image] },
  ]
  expect(fitBody('generateContent', 'gen-2.5-pro', { contents })).toMatchObject({
    text: 'And this?',
    files: [png],
    history: [
      { parts: [{ inlineData: { mimeType: 'image/png', media: hash } }] },
      { parts: [{ text: 'A heron.' }] },
    ],
    omitted: [],
  })
})

// Another request's file could be named like this.
test('takes over no file that is only named by its hash', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }, { inlineData: { media: hash } }] }]
  expect(fitBody('generateContent', 'gen-2.5-pro', { contents })).toMatchObject({
    files: [],
    omitted: ['1 media file'],
  })
})

test('takes over the frames and reference images of a video', () => {
  const image = { bytesBase64Encoded: mark, mimeType: 'image/png' }
  const references = [{ image, referenceType: 'asset' }, { image: { inlineData: { ...image, data: mark } } }]
  const body = {
    instances: [{ prompt: 'A heron', image, lastFrame: image, referenceImages: references }],
  }
  expect(fitBody('predictLongRunning', 'gen-video-3.1-fast-generate-preview', body)).toMatchObject({
    frames: { image: png, lastFrame: png, references: [png, png] },
    omitted: [],
  })
})

test('takes over the texts of one embedding or a batch', () => {
  const one = { content: { parts: [{ text: 'a' }] }, taskType: 'CLUSTERING', outputDimensionality: 256 }
  const settings = { model: 'gen-embedding-001', taskType: 'CLUSTERING', outputDimensionality: 256 }
  expect(fitBody('embedContent', 'gen-embedding-001', one)).toEqual({
    panel: 'embeddings',
    settings,
    rows: [{ text: 'a', title: null }],
    omitted: [],
  })
  const other = { model: 'models/gen-embedding-001', content: { parts: [{ text: 'b' }] }, title: 'B' }
  expect(fitBody('batchEmbedContents', 'gen-embedding-001', { requests: [one, other] })).toEqual({
    panel: 'embeddings',
    settings,
    rows: [
      { text: 'a', title: null },
      { text: 'b', title: 'B' },
    ],
    omitted: ['other task types', 'other dimensions'],
  })
})

test('takes over the settings of a transcription', () => {
  const form =
    'model: gen-4o-transcribe\nlanguage: de\ntemperature: 0.2\nstream: true\nfile: a.mp3 (audio/mpeg, 9 bytes)'
  expect(fitBody('transcribe', 'gen-4o-transcribe', form)).toEqual({
    panel: 'transcribe',
    settings: { model: 'gen-4o-transcribe', language: 'de', temperature: 0.2, streaming: true },
    omitted: ['the audio file'],
  })
})

test.each([
  ['generateContent', 'gen-2.5-pro', ''],
  ['generateContent', 'gen-2.5-pro', '{"contents":['],
  ['generateContent', 'gen-2.5-pro', '[]'],
  ['generateContent', 'gen-2.5-pro', '{"contents":[]}'],
  ['generateContent', '', '{"contents":[{"parts":[{"text":"a"}]}]}'],
  ['predictLongRunning', 'gen-video-3.1-fast-generate-preview', '{"instances":[{}]}'],
  ['embedContent', 'gen-embedding-001', '{"content":{"parts":[{}]}}'],
  ['countTokens', 'gen-2.5-pro', '{"contents":[{"parts":[{"text":"a"}]}]}'],
])('does not fit %s of “%s” with %s', (route, model, body) => {
  expect(fitBody(route, model, body)).toBeNull()
})

test('names everything that the panel does not take over', () => {
  const parts = [{ text: 'Hi.' }]
  const chat = fitBody('generateContent', 'gen-2.5-pro', {
    contents: [{ role: 'user', parts }],
    systemInstruction: { parts: [...parts, { fileData: { fileUri: 'https://example.com/a.pdf' } }] },
    tools: [{ functionDeclarations: [{ name: 'ask' }] }],
    toolConfig: {
      functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['ask'] },
      retrievalConfig: {},
    },
  })
  expect(chat?.omitted).toEqual(
    expect.arrayContaining(['retrievalConfig', 'allowedFunctionNames', 'files of the system instruction']),
  )
  const video = fitBody('predictLongRunning', 'gen-video-3.1-generate-preview', {
    instances: [{ prompt: 'A heron' }, { prompt: 'An owl' }],
  })
  expect(video?.omitted).toEqual(['further prompts'])
})
