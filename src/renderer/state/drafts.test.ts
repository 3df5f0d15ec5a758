// Drafts and parameters of conversations.
import { expect, test } from 'vitest'
import type { Attachment, Draft } from '#shared/schemas/chat'
import { makeModel } from '../models/model.fixture'
import { listChangedKeys, useDrafts } from './draft-store'
import {
  addAttachment,
  changeParameters,
  clearDraft,
  fitParameters,
  readDraft,
  removeAttachment,
  replaceDraft,
  toParts,
} from './drafts'
import { readParts } from './turn-parts'

const empty: Draft = { text: '', attachments: [], parameters: null, columns: null }
const picture: Attachment = {
  kind: 'file',
  id: '1',
  media: 'a'.repeat(64),
  mimeType: 'image/png',
  name: 'photo.png',
  bytes: 5,
}

test('preserves text, attachments and columns changed while the prompt is being sent', () => {
  const sent = { ...empty, text: 'Hello', attachments: [picture] }
  const added = { ...picture, id: '9' }
  const columns = [{ model: 'm' }, { model: 'n' }]
  const written = { ...empty, text: 'Hello again', attachments: [picture, added], columns }
  useDrafts.setState({ drafts: { a: written } })
  clearDraft('a', sent)
  expect(useDrafts.getState().drafts).toEqual({
    a: { ...empty, text: ' again', attachments: [added], columns },
  })
  clearDraft('a', { ...written, text: '', attachments: [] })
  expect(useDrafts.getState().drafts.a?.columns).toBeNull()
})

test('a removed attachment can be restored at its position', () => {
  const [one, two, three] = ['1', '2', '3'].map((id) => ({ ...picture, id })) as [
    Attachment,
    Attachment,
    Attachment,
  ]
  useDrafts.setState({ drafts: { a: { ...empty, attachments: [one, two, three] } } })
  const at = removeAttachment('a', '2')
  expect(useDrafts.getState().drafts.a?.attachments).toEqual([one, three])
  addAttachment('a', two, at)
  expect(useDrafts.getState().drafts.a?.attachments).toEqual([one, two, three])
})

test('sends attachments before the text, each in the spelling of its endpoint, and no empty text', () => {
  const video: Attachment = { kind: 'uri', id: '2', uri: 'https://example.com/a.mp4', mimeType: 'video/mp4' }
  const nameless: Attachment = { kind: 'uri', id: '3', uri: 'files/abc', mimeType: '' }
  const audio: Attachment = { ...picture, id: '4', mimeType: 'audio/wav', media: 'b'.repeat(64) }
  const attachments = [picture, video, nameless, audio]
  const parts = [
    { inline_data: { mime_type: 'image/png', media: 'a'.repeat(64), fileName: 'photo.png' } },
    { file_data: { mime_type: 'video/mp4', file_uri: 'https://example.com/a.mp4' } },
    { file_data: { file_uri: 'files/abc' } },
    { inlineData: { mimeType: 'audio/wav', media: 'b'.repeat(64), fileName: 'photo.png' } },
  ]
  expect(toParts({ text: 'Look.', attachments })).toEqual([...parts, { text: 'Look.' }])
  expect(toParts({ text: ' \n', attachments })).toEqual(parts)
})

test('turns parts into a draft again', async () => {
  const written = { text: 'Look.', attachments: [picture] }
  const read = await readParts(toParts(written), async ({ media, mimeType, name }) => ({
    ...picture,
    media,
    mimeType,
    name: name ?? 'without a name',
  }))
  expect(read).toEqual(written)
})

test('lists only drafts that were changed or removed', () => {
  const [a, b] = [
    { ...empty, text: 'a' },
    { ...empty, text: 'b' },
  ]
  expect(listChangedKeys({ a, b }, { a, b: { ...b }, c: a })).toEqual(['b', 'c'])
  expect(listChangedKeys({ a, b }, { a })).toEqual(['b'])
})

test('what is written while a first prompt is sent follows it into its chat', () => {
  const sent = { ...empty, text: 'Hello', attachments: [picture] }
  const added = { ...picture, id: '9' }
  const set = { model: 'set meanwhile' }
  const written = { ...sent, text: 'Hello and more', attachments: [picture, added], parameters: set }
  useDrafts.setState({ drafts: { new: written } })
  clearDraft('new', sent, 'c')
  const moved = { ...empty, text: ' and more', attachments: [added], parameters: set }
  expect(useDrafts.getState().drafts).toEqual({ c: moved })
  useDrafts.setState({ drafts: { 'images:new': { ...sent, text: 'Hello?', parameters: set } } })
  clearDraft('images:new', { ...sent, parameters: set }, 'd')
  // The next image session starts with the same settings.
  expect(useDrafts.getState().drafts).toEqual({
    'images:new': { ...empty, parameters: set },
    d: { ...empty, text: '?' },
  })
})

test('a sent prompt leaves its parameters to its own chat, not to the next new one', () => {
  const draft = { ...empty, text: 'Hi', parameters: { model: 'set last' } }
  useDrafts.setState({ drafts: { new: draft, c: draft } })
  clearDraft('new', draft)
  clearDraft('c', draft)
  expect(useDrafts.getState().drafts).toEqual({ c: { ...draft, text: '' } })
})

test('an undefined parameter is removed, which restores the default', () => {
  const changed = changeParameters(
    { model: 'm', temperature: 0.5 },
    { temperature: undefined, maxOutputTokens: 9 },
  )
  expect(Object.entries(changed)).toEqual([
    ['model', 'm'],
    ['maxOutputTokens', 9],
  ])
})

test('thinking is not requested from a model that does not think', () => {
  const models = [makeModel('thinker', { thinks: true }), makeModel('other')]
  const adapt = (id: string) => fitParameters({ model: id, includeThoughts: true, thinkingBudget: 9 }, models)
  expect([adapt('thinker'), adapt('other'), adapt('unknown')]).toEqual([
    { model: 'thinker', includeThoughts: true, thinkingBudget: 9 },
    { model: 'other' },
    { model: 'unknown', includeThoughts: true, thinkingBudget: 9 },
  ])
})

test('sending a step clears the edited picture, and preserves the number of pictures', () => {
  const sent = { ...empty, text: 'At night', after: 'a1', variations: 3 }
  useDrafts.setState({ drafts: { d: sent } })
  clearDraft('d', sent)
  expect(useDrafts.getState().drafts).toEqual({ d: { ...empty, variations: 3, after: undefined } })
  useDrafts.setState({ drafts: { d: { ...sent, after: 'a2' } } })
  clearDraft('d', sent)
  expect(useDrafts.getState().drafts.d?.after).toBe('a2')
})

test('restores a replaced draft completely', () => {
  const written = { ...empty, text: 'A boat', after: null, variations: 2 }
  useDrafts.setState({ drafts: { d: written } })
  const before = replaceDraft('d', { ...empty, text: 'Restored' })
  expect(readDraft('d')).toEqual({ ...empty, text: 'Restored' })
  replaceDraft('d', before)
  expect(useDrafts.getState().drafts.d).toEqual(written)
})
