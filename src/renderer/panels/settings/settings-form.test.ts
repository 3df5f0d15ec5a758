// Drafts of the forms of Settings.
import { expect, test } from 'vitest'
import { differsFromSaved, discardDraft, fillForm, useSettingsDrafts, writeField } from './settings-form'

test('a draft stays with its form until it is discarded', () => {
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

test('a field without a draft follows the saved settings', () => {
  expect(fillForm({ name: 'New name', url: 'https://saved' }, { url: 'https://typed' })).toEqual({
    name: 'New name',
    url: 'https://typed',
  })
})

test('a draft equal to the saved text, apart from spaces around it, is no change', () => {
  const saved = { name: 'A', url: '' }
  const drafts = [undefined, { name: 'A' }, { name: ' A ' }, { url: '  ' }, { name: 'B' }, { url: 'x' }]
  expect(drafts.map((draft) => differsFromSaved(saved, draft))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ])
})
