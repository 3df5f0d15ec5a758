// The displayed segments of a turn's parts.
import { expect, test } from 'vitest'
import { groupPictures, toSegments } from './TurnParts'

test('joins texts, and skips thoughts and lone signatures', () => {
  expect(
    toSegments([
      { text: 'Hm.', thought: true },
      { text: 'One ' },
      { text: 'two', thoughtSignature: 's' },
      { thoughtSignature: 's' },
      { text: '' },
      { inlineData: { mimeType: 'image/png', media: 'abc' } },
      { text: 'three' },
    ]),
  ).toEqual([
    { kind: 'text', text: 'One two', part: 1, parts: 2 },
    { kind: 'media', file: { media: 'abc', mimeType: 'image/png', name: null } },
    { kind: 'text', text: 'three', part: 6, parts: 1 },
  ])
})

test('shows executed code, and skips function calls and results', () => {
  expect(
    toSegments([
      { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } },
      { functionResponse: { name: 'now', response: { output: 1 } } },
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { somethingNew: {} },
    ]),
  ).toEqual([
    { kind: 'code', title: 'Executed code', code: 'print(1)' },
    { kind: 'code', title: 'Output', code: '1' },
  ])
})

test('reads media and remote files in both spellings', () => {
  expect(
    toSegments([
      { inline_data: { mime_type: 'application/pdf', media: 'abc', fileName: 'Plan.pdf' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'https://x.example/a.mp4' } },
      { file_data: { file_uri: 'https://x.example/b' } },
    ]),
  ).toEqual([
    { kind: 'media', file: { media: 'abc', mimeType: 'application/pdf', name: 'Plan.pdf' } },
    { kind: 'remote-file', uri: 'https://x.example/a.mp4', mimeType: 'video/mp4' },
    { kind: 'remote-file', uri: 'https://x.example/b', mimeType: '' },
  ])
})

test('groups adjacent images, but not a single one, and not other files', () => {
  const file = (media: string, mimeType = 'image/png') => ({
    inlineData: { mimeType, media, fileName: `${media}.x` },
  })
  const parts = [
    file('a'),
    file('b'),
    file('c'),
    file('d', 'application/pdf'),
    file('e'),
    { text: 'Compare.' },
  ]
  expect(
    groupPictures(toSegments(parts)).map((segment) =>
      segment.kind === 'pictures' ? segment.files.map(({ name }) => name) : segment.kind,
    ),
  ).toEqual([['a.x', 'b.x', 'c.x'], 'media', 'media', 'text'])
})
