// Drafts and parameters of conversations.
import { expect, test } from 'vitest'
import { changeDraft, changeParameters, chooseParameters, fitParameters } from './drafts'

test('an emptied draft leaves nothing behind, and the others as they were', () => {
  const drafts = changeDraft({ b: { text: 'kept', parameters: null } }, 'a', { text: 'Hello' })
  expect(drafts).toEqual({ a: { text: 'Hello', parameters: null }, b: { text: 'kept', parameters: null } })
  expect(changeDraft(drafts, 'a', { text: '' })).toEqual({ b: { text: 'kept', parameters: null } })
})

test('sending empties the text and keeps the parameters', () => {
  const drafts = { a: { text: 'Hello', parameters: { model: 'm' } } }
  expect(changeDraft(drafts, 'a', { text: '' })).toEqual({ a: { text: '', parameters: { model: 'm' } } })
})

test('parameters come from the draft, then the conversation, then the last new one, then the default', () => {
  const conversation = { id: 'c', parameters: { model: 'of the conversation' } }
  const fresh = { new: { text: '', parameters: { model: 'of the new one' } } }
  const own = { ...fresh, c: { text: '', parameters: { model: 'own' } } }
  expect([
    chooseParameters(own, conversation),
    chooseParameters(fresh, conversation),
    chooseParameters(fresh, null),
    chooseParameters({}, null),
  ]).toEqual([
    { model: 'own' },
    { model: 'of the conversation' },
    { model: 'of the new one' },
    { model: 'gen-2.5-flash', includeThoughts: true },
  ])
})

test('an undefined parameter goes back to the default by being absent', () => {
  const changed = changeParameters(
    { model: 'm', temperature: 0.5 },
    { temperature: undefined, maxOutputTokens: 9 },
  )
  expect(Object.entries(changed)).toEqual([
    ['model', 'm'],
    ['maxOutputTokens', 9],
  ])
})

test('thoughts are not asked of a model that has none', () => {
  const model = {
    displayName: '',
    description: '',
    kind: 'text',
    own: false,
    vendorId: '',
    vendorIdBy: 'family',
    retires: null,
  } as const
  const lists = { aspectRatios: [], imageSizes: [] }
  const models = [
    { ...model, ...lists, id: 'thinker', thinks: true },
    { ...model, ...lists, id: 'other', thinks: false },
  ]
  const adapt = (id: string) => fitParameters({ model: id, includeThoughts: true }, models)
  expect([adapt('thinker'), adapt('other'), adapt('unknown')]).toEqual([
    { model: 'thinker', includeThoughts: true },
    { model: 'other' },
    { model: 'unknown', includeThoughts: true },
  ])
})
