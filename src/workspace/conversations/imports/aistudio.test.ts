// The file that AI Studio saves to Google Drive: its chunks, settings, and broken entries.
import { expect, test } from 'vitest'
import { readAistudio } from './aistudio'

const facts = { name: 'Otter plans', hash: 'abc', modifiedAt: 1_750_000_000_000 }

const everything = {
  runSettings: {
    temperature: 1.5,
    model: 'models/gemini-2.5-pro',
    topP: 0.95,
    topK: 64,
    maxOutputTokens: 65536,
    safetySettings: [
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
      { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_NONE' },
    ],
    responseMimeType: 'text/plain',
    enableCodeExecution: true,
    enableSearchAsATool: true,
    enableBrowseAsATool: false,
    enableAutoFunctionResponse: false,
    thinkingBudget: -1,
    googleSearch: {},
    outputResolution: '1K',
  },
  systemInstruction: { parts: [{ text: 'You are an otter.' }] },
  chunkedPrompt: {
    chunks: [
      { driveImage: { id: '1aB' }, role: 'user', tokenCount: 258 },
      { driveDocument: { id: '2cD' }, role: 'user', tokenCount: 1000 },
      { youtubeVideo: { id: 'dQw4' }, role: 'user', tokenCount: 12 },
      { inlineFile: { mimeType: 'text/plain', data: 'b3R0ZXI=', name: 'otter.txt' }, role: 'user' },
      { inlineImage: { mimeType: 'image/png', data: 'iVBORw0KGgo=' }, role: 'user' },
      { text: 'What are these?', role: 'user', tokenCount: 5, createTime: '2026-03-01T10:00:00.000Z' },
      {
        text: 'Let me look.',
        role: 'model',
        isThought: true,
        tokenCount: 40,
        thinkingBudget: -1,
        parts: [
          { text: 'Let me ', thought: true },
          { text: 'look.', thought: true, thoughtSignature: 'c2ln' },
        ],
      },
      { executableCode: { language: 'PYTHON', code: 'print(1)' }, role: 'model' },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' }, role: 'model' },
      {
        text: 'Otters.',
        role: 'model',
        finishReason: 'STOP',
        tokenCount: 3,
        thoughtSignatures: ['bW9yZQ=='],
        createTime: '2026-03-01T10:00:09.000Z',
        grounding: {
          groundingSources: [{ referenceNumber: 1, uri: 'https://otters.example', title: 'Otters' }],
        },
        safetyRatings: [],
        branchParent: { promptId: 'prompts/1', displayName: 'Earlier' },
      },
      'not a chunk',
      { text: 'Another?', role: 'user', field_of_the_future: 1 },
      { text: '', role: 'model', errorMessage: 'The model is overloaded.' },
    ],
    pendingInputs: [{ text: 'I was typing', role: 'user' }],
  },
}

test('joins the chunks of a turn: files, thoughts with signatures, code, text, and errors', () => {
  const chat = readAistudio(everything, facts, [])
  expect(chat.turns.map(({ role, parts }) => [role, parts])).toEqual([
    [
      'user',
      [
        { fileData: { fileUri: 'https://www.youtube.com/watch?v=dQw4', mimeType: 'video/mp4' } },
        { inlineData: { mimeType: 'text/plain', media: 'import:0', fileName: 'otter.txt' } },
        { inlineData: { mimeType: 'image/png', media: 'import:1' } },
        { text: 'What are these?' },
      ],
    ],
    [
      'model',
      [
        { text: 'Let me ', thought: true },
        { text: 'look.', thought: true, thoughtSignature: 'c2ln' },
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        { text: 'Otters.', thoughtSignature: 'bW9yZQ==' },
      ],
    ],
    ['user', [{ text: 'Another?' }]],
    ['model', []],
  ])
  expect(chat.turns[1]).toMatchObject({
    model: 'models/gemini-2.5-pro',
    finishReason: 'STOP',
    usage: { thoughtsTokenCount: 40, candidatesTokenCount: 3 },
    metadata: { groundingMetadata: { groundingChunks: [{ web: { uri: 'https://otters.example' } }] } },
  })
  expect(chat.turns[3]).toMatchObject({ state: 'failed', error: { message: 'The model is overloaded.' } })
  expect(chat).toMatchObject({
    sourceId: 'abc',
    title: 'Otter plans',
    headTurnId: '3',
    model: 'models/gemini-2.5-pro',
    media: [
      { source: { kind: 'base64', data: 'b3R0ZXI=' }, mimeType: 'text/plain', fileName: 'otter.txt' },
      { source: { kind: 'base64', data: 'iVBORw0KGgo=' }, mimeType: 'image/png' },
    ],
  })
  expect(Object.fromEntries(chat.losses.map(({ kind, count }) => [kind, count]))).toEqual({
    'linked-image': 1,
    'linked-file': 1,
    draft: 1,
    message: 1,
    setting: 1,
  })
})

test('keeps the settings that exist here', () => {
  expect(readAistudio(everything, facts, []).parameters).toEqual({
    systemInstruction: 'You are an otter.',
    temperature: 1.5,
    topP: 0.95,
    topK: 64,
    maxOutputTokens: 65536,
    includeThoughts: true,
    thinkingBudget: -1,
    safety: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
    googleSearch: true,
  })
  const { parameters, losses } = readAistudio(
    {
      runSettings: {
        temperature: 'warm',
        thinkingLevel: 'THINKING_HIGH',
        responseMimeType: 'application/json',
        responseSchema: { type: 'OBJECT' },
        functionDeclarations: [{ name: 'weather', parameters: {} }],
        stopSequences: ['END'],
      },
      systemInstruction: { text: 'Be brief.' },
      chunkedPrompt: {
        chunks: [
          { role: 'user', text: 'Hi' },
          { role: 'model', functionCall: { name: 'weather', parameters: { city: 'Oslo' } } },
        ],
      },
    },
    facts,
    [],
  )
  expect(parameters).toEqual({
    systemInstruction: 'Be brief.',
    includeThoughts: true,
    thinkingLevel: 'HIGH',
    stopSequences: ['END'],
    structured: { on: true, schema: { type: 'OBJECT' }, sentAs: 'responseSchema' },
    functions: {
      on: true,
      declarations: [{ name: 'weather', parameters: {} }],
      mocks: [],
      answerWithMocks: false,
    },
  })
  expect(losses).toEqual([{ kind: 'setting', count: 1 }])
})

test('takes the time of the file for chunks without one', () => {
  const { turns, createdAt } = readAistudio(
    { chunkedPrompt: { chunks: [{ role: 'user', text: 'Hi' }] } },
    facts,
    [],
  )
  expect([turns[0]?.createdAt, createdAt]).toEqual([facts.modifiedAt, facts.modifiedAt])
})

test.each([{}, { chunkedPrompt: {} }, { chunkedPrompt: { chunks: 'x' } }])(
  'names the path of the chunks if they are missing: %j',
  (value) => {
    expect(() => readAistudio(value, facts, [])).toThrow('chunkedPrompt.chunks: must be an array')
  },
)
