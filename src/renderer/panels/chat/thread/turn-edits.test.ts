// Editing a turn in place.
import { expect, test } from 'vitest'
import { readDraft, useDrafts } from '../../../state/drafts'
import { makeTurn } from '../../../state/turn.fixture'
import { isCode } from './is-code'
import { endEdit, parseEdit, readTexts, writeEdit, writeTexts } from './turn-edits'

test('an emptied edit is still an edit, and ending it removes its draft', () => {
  const written = () => readDraft(useDrafts.getState().drafts, 'edit t1').text
  writeEdit('t1', ['Before', 'after'])
  expect(parseEdit(written())).toEqual(['Before', 'after'])
  writeEdit('t1', [''])
  expect(parseEdit(written())).toEqual([''])
  endEdit('t1')
  expect(useDrafts.getState().drafts).toEqual({})
})

test('shows a draft that cannot be parsed', () => {
  expect([parseEdit('half of ["'), parseEdit('[]')]).toEqual([['half of ["'], ['[]']])
})

const picture = { inlineData: { mimeType: 'image/png', media: 'abc' } }
const call = { functionCall: { name: 'f' }, thoughtSignature: 's' }

test('preserves attachments with every field, and replaces the text', () => {
  const parts = [picture, { text: 'What is ' }, { text: 'this?', thoughtSignature: 's' }]
  expect(readTexts(parts)).toEqual(['What is this?'])
  expect(writeTexts(parts, ['And this?'])).toEqual([picture, { text: 'And this?' }])
})

test('edits the texts around a picture separately', () => {
  const parts = [{ text: 'Before' }, picture, { text: 'after' }, call]
  expect(readTexts(parts)).toEqual(['Before', 'after'])
  expect(writeTexts(parts, ['1', '2'])).toEqual([{ text: '1' }, picture, { text: '2' }, call])
  expect(writeTexts(parts, [' ', '2'])).toEqual([picture, { text: '2' }, call])
})

test('drops thoughts and lone signatures', () => {
  const parts = [{ text: 'Hm.', thought: true }, { text: 'Yes' }, { thoughtSignature: 's' }]
  expect(readTexts(parts)).toEqual(['Yes'])
  expect(writeTexts(parts, ['No'])).toEqual([{ text: 'No' }])
})

test('adds text to a prompt of pictures', () => {
  expect(readTexts([picture])).toEqual([''])
  expect(writeTexts([picture], ['What is this?'])).toEqual([picture, { text: 'What is this?' }])
})

test('treats JSON and code as code, but not prose', () => {
  const texts = ['{"a": [1]}', ' [\n 1\n]\n', '```js\nlet x\n```', '```\na\n```\nAnd then:\n```\nb\n```']
  expect([...texts, '12', '[1] says so.', 'Use `x`.', ''].map((text) => isCode(makeTurn(), text))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('treats an answer requested as JSON as code, even if incomplete, but not its prompt', () => {
  const structured = { on: true, schema: {}, sentAs: 'responseSchema' } as const
  const parameters = { model: 'gen-2.5-flash', structured }
  const turns = [
    makeTurn({ parameters }),
    makeTurn({ parameters: { ...parameters, structured: { ...structured, on: false } } }),
    makeTurn({ role: 'user', parameters }),
  ]
  expect(turns.map((turn) => isCode(turn, '{"a":'))).toEqual([true, false, false])
})
