// Forms of Settings that were left half typed.
import { expect, test } from 'vitest'
import { differsFromKept, discardDraft, fillForm, useSettingsDrafts, writeField } from './settings-drafts'

test('what was typed stays with its form until it is discarded', () => {
  writeField('vendor', 'geminiUrl', 'https://half')
  writeField('limits', 'jsonMegabytes', '7')
  writeField('vendor', 'openAiUrl', 'https://whole.example')
  expect(useSettingsDrafts.getState().drafts).toEqual({
    vendor: { geminiUrl: 'https://half', openAiUrl: 'https://whole.example' },
    limits: { jsonMegabytes: '7' },
  })
  discardDraft('vendor')
  expect(useSettingsDrafts.getState().drafts).toEqual({ limits: { jsonMegabytes: '7' } })
})

test('a field that nobody typed into follows what is kept', () => {
  expect(fillForm({ name: 'New name', url: 'https://kept' }, { url: 'https://typed' })).toEqual({
    name: 'New name',
    url: 'https://typed',
  })
})

test('typed back to what is kept, or with blanks around it, nothing is to be saved', () => {
  const kept = { name: 'A', url: '' }
  const drafts = [undefined, { name: 'A' }, { name: ' A ' }, { url: '  ' }, { name: 'B' }, { url: 'x' }]
  expect(drafts.map((draft) => differsFromKept(kept, draft))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ])
})
