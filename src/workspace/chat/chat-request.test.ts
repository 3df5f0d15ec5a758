// The request for the next answer, from any content of a branch.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withCustomModels } from '#shared/models/catalog'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { listUnanswered } from '#shared/schemas/sent-turns'
import { toChatRequest } from './chat-request'
import { answerOf, promptOf } from './chat-request.fixture'

const model = 'gen-2.5-pro'
const contentsOf = (...branch: Turn[]) => toChatRequest({ branch, parameters: { model } }).contents
const contentsFor = (receiver: string, ...branch: Turn[]) =>
  toChatRequest({ branch, parameters: { model: receiver } }).contents
const configOf = (parameters: Partial<ChatParameters>) =>
  toChatRequest({ branch: [promptOf('Hi.')], parameters: { model, ...parameters } }).generationConfig

describe('parameters', () => {
  test('omits unset and empty parameters', () => {
    const parameters: ChatParameters = {
      model: 'm',
      systemInstruction: '  ',
      stopSequences: [],
      safety: [],
      functions: { on: true, declarations: [], mode: 'ANY', mocks: [], answerWithMocks: false },
      structured: { on: false, schema: { type: 'object' }, sentAs: 'responseSchema' },
      urlContext: false,
      googleSearch: false,
    }
    expect(toChatRequest({ branch: [promptOf('Hi.')], parameters })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }],
    })
  })

  test('sends each parameter in its field, including zero and false', () => {
    const declaration = { name: 'tell', description: 'Tells.', behavior: 'BLOCKING' }
    const parameters: ChatParameters = {
      model,
      systemInstruction: 'Be brief.',
      temperature: 0,
      topP: 0.5,
      topK: 3,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      seed: 0,
      includeThoughts: false,
      thinkingBudget: 0,
      safety: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      functions: { on: true, declarations: [declaration], mode: 'ANY', mocks: [], answerWithMocks: true },
      structured: { on: true, schema: { type: 'object' }, sentAs: 'responseJsonSchema' },
      urlContext: true,
      googleSearch: true,
    }
    expect(toChatRequest({ branch: [promptOf('Hi.')], parameters })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [declaration] }, { urlContext: {} }, { googleSearch: {} }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      generationConfig: {
        temperature: 0,
        topP: 0.5,
        topK: 3,
        maxOutputTokens: 9,
        stopSequences: ['END'],
        seed: 0,
        thinkingConfig: { includeThoughts: false, thinkingBudget: 0 },
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
      },
    })
  })

  test('omits the thinking budget if there is a level, and requests JSON of any shape by an empty schema', () => {
    const structured = { on: true, schema: {}, sentAs: 'responseSchema' as const }
    expect(configOf({ thinkingLevel: 'LOW', thinkingBudget: 512, structured })).toEqual({
      thinkingConfig: { thinkingLevel: 'LOW' },
      responseMimeType: 'application/json',
    })
  })

  test('requests text and images from image models', () => {
    expect(configOf({ model: 'gemini-2.5-flash-image', temperature: 1 })).toEqual({
      temperature: 1,
      responseModalities: ['TEXT', 'IMAGE'],
    })
  })

  test('sends a model only the supported ratio and size', () => {
    const parameters = { aspectRatio: '21:9', imageSize: '2K', responseModalities: ['IMAGE' as const] }
    expect(configOf({ ...parameters, model: 'gemini-3-pro-image-preview' })).toEqual({
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: '21:9', imageSize: '2K' },
    })
    expect(configOf({ ...parameters, model: 'gen-2.5-flash-image' })).toEqual({
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: '21:9' },
    })
    expect(configOf({ ...parameters, model: 'gen-2.0-flash-exp-image-generation' })).toEqual({
      responseModalities: ['IMAGE'],
    })
    expect(configOf({ ...parameters, model: 'gen-2.5-pro' })).toBeUndefined()
  })

  test('sends a custom image model only the supported ratio and size', () => {
    const models = withCustomModels([{ id: 'my-brush', displayName: '', kind: 'image', thinks: false }])
    const question = { branch: [promptOf('Hi.')], parameters: { model: 'my-brush' } }
    expect(toChatRequest({ ...question, models }).generationConfig).toEqual({
      responseModalities: ['TEXT', 'IMAGE'],
    })
    expect(toChatRequest(question).generationConfig).toBeUndefined()
  })
})

describe('contents', () => {
  test('omits unsigned thoughts, empty texts and empty parts', () => {
    const parts = [
      { text: 'Hm.', thought: true },
      { text: 'Signed.', thought: true, thoughtSignature: 's' },
      { text: '' },
      {},
      { text: '', thoughtSignature: 't' },
      { text: 'So.' },
    ]
    expect(contentsOf(promptOf('a'), answerOf(parts), promptOf('b'))[1]).toEqual({
      role: 'model',
      parts: [parts[1], parts[4], parts[5]],
    })
  })

  test.each([
    ['failed', answerOf([], { state: 'failed' })],
    ['empty', answerOf([{ text: '\n' }, { thoughtSignature: 's' }])],
    ['stopped while thinking', answerOf([{ text: 'Hm.', thought: true }], { state: 'stopped' })],
    ['blocked', answerOf([{ text: 'Half' }], { state: 'failed', blockReason: 'SAFETY' })],
    ['a call without a result', answerOf([{ functionCall: { name: 'f' } }])],
    ['missing', []],
  ])('leaves out a prompt whose response is %s', (_, response) => {
    const branch = [promptOf('a'), answerOf([{ text: 'A' }]), promptOf('b'), ...[response].flat()]
    expect(contentsOf(...branch, promptOf('c'))).toEqual([
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ text: 'A' }] },
      { role: 'user', parts: [{ text: 'c' }] },
    ])
  })

  test.each(['stopped', 'interrupted', 'failed'] as const)(
    'sends the partial text of an answer that was %s',
    (state) => {
      const half = answerOf([{ text: 'Half' }], { state })
      expect(contentsOf(promptOf('a'), half, promptOf('on'))[1]).toEqual({ role: 'model', parts: half.parts })
    },
  )

  const turns = fc.oneof(
    fc.constantFrom(['text'], [], ['result'], ['result', 'text']).map((kinds) => ['user', kinds] as const),
    fc
      .tuple(
        fc.subarray(['thought', 'blank', 'text', 'call', 'signature']),
        fc.constantFrom('complete', 'failed', 'stopped', 'interrupted', 'blocked'),
      )
      .map(([kinds, end]) => ['model', kinds, end] as const),
  )
  const toPart = (kind: string, index: number): Part => {
    if (kind === 'text') return { text: `${index}` }
    if (kind === 'thought') return { text: 'Hm.', thought: true }
    if (kind === 'blank') return { text: ' ' }
    if (kind === 'call') return { functionCall: { name: 'f' } }
    if (kind === 'result') return { functionResponse: { name: 'f', response: {} } }
    return { thoughtSignature: 's' }
  }

  test('messages alternate, and are those of the turns that are not marked as unanswered', () => {
    fc.assert(
      fc.property(fc.array(turns, { maxLength: 12 }), (described) => {
        const branch = described.map(([role, kinds, end], index) => {
          const parts = kinds.map((kind) => toPart(kind, index))
          if (role === 'user') return promptOf(...parts)
          const blocked = { state: 'failed', blockReason: 'SAFETY' } as const
          return answerOf(parts, end === 'blocked' ? blocked : { state: end })
        })
        // Calls at the end wait for their results.
        const isWaiting = ({ parts }: Turn) => parts.some(({ functionCall }) => functionCall)
        const answered = branch.slice(0, branch.findLastIndex((turn) => !isWaiting(turn)) + 1)
        const next = promptOf('next')
        const unanswered = listUnanswered(answered)
        const contents = contentsOf(...answered, next)
        expect(contents.map(({ role }) => role)).toEqual(
          contents.map((_, index) => (index % 2 === 0 ? 'user' : 'model')),
        )
        const readTexts = (parts: readonly Part[]) =>
          parts.flatMap(({ text }) => (text?.trim() ? [text] : []))
        const shown = [...answered.filter(({ id }) => !unanswered.has(id)), next]
        expect(contents.flatMap(({ parts }) => readTexts(parts))).toEqual(
          shown.flatMap(({ parts }) => readTexts(parts.filter(({ thought }) => !thought))),
        )
        for (const { parts } of contents) expect(parts.length).toBeGreaterThan(0)
      }),
    )
  })

  test('a branch with a damaged first prompt still starts with the user', () => {
    const unreadable: Turn = { ...promptOf('a'), parts: [], state: 'failed' }
    expect(contentsOf(unreadable, answerOf([{ text: 'x' }]), promptOf('b'))).toEqual([
      { role: 'user', parts: [{ text: 'b' }] },
    ])
  })

  test('a prompt without text sends only its attachment', () => {
    const picture = { inline_data: { mime_type: 'image/png', media: 'hash' } }
    expect(contentsOf(promptOf('', picture))).toEqual([{ role: 'user', parts: [picture] }])
  })

  test('corrects image/jpg in every spelling, and nothing else', () => {
    const parts = (type: string): Part[] => [
      { inline_data: { mime_type: type, media: 'a' }, mediaResolution: { level: 'LOW' } },
      { inlineData: { media: 'b', mimeType: type, displayName: 'x.jpg' } },
      { file_data: { mime_type: type, file_uri: 'https://example.com/x.jpg' } },
    ]
    expect(contentsOf(promptOf(...parts('IMAGE/JPG')))).toEqual([
      { role: 'user', parts: parts('image/jpeg') },
    ])
  })
})

describe('continuing an answer', () => {
  const goOn = (...branch: Turn[]) =>
    toChatRequest({ branch, parameters: { model }, isContinuation: true }).contents

  test.each(['stopped', 'interrupted', 'failed', 'complete'] as const)(
    'ends with the partial text and the request to continue, if the answer is %s',
    (state) => {
      const half = answerOf([{ text: 'Hm.', thought: true }, { text: 'One, tw' }], { state })
      expect(goOn(promptOf('Count.'), half)).toEqual([
        { role: 'user', parts: [{ text: 'Count.' }] },
        { role: 'model', parts: [{ text: 'One, tw' }] },
        { role: 'user', parts: [{ text: expect.stringContaining('exactly where it ends') }] },
      ])
    },
  )

  test('starts over if there are only thoughts', () => {
    const thinking = answerOf([{ text: 'Hm.', thought: true }], { state: 'stopped' })
    expect(goOn(promptOf('Count.'), thinking)).toEqual([{ role: 'user', parts: [{ text: 'Count.' }] }])
  })
})

describe('functions', () => {
  const call = (name: string, extraFields: Partial<Part> = {}, id?: string): Part => ({
    functionCall: { ...(id ? { id } : {}), name, args: { of: name } },
    ...extraFields,
  })
  const result = (name: string, id?: string): Part => ({
    functionResponse: { ...(id ? { id } : {}), name, response: { output: `${name} done` } },
  })

  test('sends parallel calls and their results verbatim, in one turn each', () => {
    const calls = [call('a', { thoughtSignature: 's', novel: 1 }, '1'), call('a', {}, '2')]
    const results = [result('a', '1'), { ...result('a', '2'), novel: { deep: true } }]
    expect(contentsOf(promptOf('Do.'), answerOf(calls), promptOf(...results))).toEqual([
      { role: 'user', parts: [{ text: 'Do.' }] },
      { role: 'model', parts: calls },
      { role: 'user', parts: results },
    ])
  })

  test('omits calls without results, by id and by name', () => {
    const withIds = answerOf([{ text: 'I try.' }, call('a', {}, '1'), call('a', {}, '2')])
    const withNames = answerOf([call('a'), call('b'), call('a')])
    expect(contentsOf(promptOf('x'), withIds, promptOf(result('a', '2')))[1]?.parts).toEqual([
      { text: 'I try.' },
      call('a', {}, '2'),
    ])
    expect(contentsOf(promptOf('x'), withNames, promptOf(result('a'), result('b')))[1]?.parts).toEqual([
      call('a'),
      call('b'),
    ])
  })

  test('omits results without calls', () => {
    const twice = answerOf([call('a')])
    const failed = answerOf([], { state: 'failed' })
    expect(contentsOf(promptOf('x'), twice, promptOf(result('a')), failed, promptOf(result('a')))).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [call('a')] },
      { role: 'user', parts: [result('a')] },
    ])
    expect(
      contentsOf(promptOf('x'), answerOf([{ text: 'No.' }]), promptOf(result('a'), { text: 'y' })),
    ).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [{ text: 'No.' }] },
      { role: 'user', parts: [{ text: 'y' }] },
    ])
  })

  test('sends the calls of a failed answer if they have results', () => {
    const failed = answerOf([call('a')], { state: 'failed' })
    expect(contentsOf(promptOf('x'), failed, promptOf(result('a')))).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [call('a')] },
      { role: 'user', parts: [result('a')] },
    ])
  })

  test('sends signatures only to the model that made them, under either of its names', () => {
    const parts = [
      { text: 'x', thoughtSignature: 's', novel: 1 },
      { text: 'Hm.', thought: true, thoughtSignature: 't' },
      { thoughtSignature: 'u' },
    ]
    const sentTo = (receiver: string) =>
      contentsFor(receiver, promptOf('a'), answerOf(parts), promptOf('b'))[1]?.parts
    expect(sentTo('gemini-2.5-pro')).toEqual(parts)
    expect(sentTo('gen-2.5-flash')).toEqual([{ text: 'x', novel: 1 }])
    expect(sentTo('gen-3.1-pro-preview')).toEqual([{ text: 'x', novel: 1 }])
  })

  test('adds the placeholder to the first unsigned call of each step for a generation 3 model', () => {
    const dummy = { thoughtSignature: 'skip_thought_signature_validator' }
    const foreign = answerOf([call('a', { thoughtSignature: 'foreign' }), call('b')])
    const own = answerOf([call('c', { thoughtSignature: 'own' })], { model: 'gemini-3.1-pro-preview' })
    const branch = [
      promptOf('x'),
      foreign,
      promptOf(result('a'), result('b')),
      own,
      promptOf(result('c')),
      answerOf([{ text: 'Let me see.' }, call('d')]),
      promptOf(result('d')),
    ]
    const steps = (receiver: string) =>
      contentsFor(receiver, ...branch)
        .filter(({ role }) => role === 'model')
        .map(({ parts }) => parts)
    expect(steps('gen-3.1-pro-preview')).toEqual([
      [call('a', dummy), call('b')],
      [call('c', { thoughtSignature: 'own' })],
      [{ text: 'Let me see.' }, call('d', dummy)],
    ])
    expect(steps('gen-2.5-flash')).toEqual([
      [call('a'), call('b')],
      [call('c')],
      [{ text: 'Let me see.' }, call('d')],
    ])
  })
})
