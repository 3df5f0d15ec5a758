// Spelling suggestions in the context menu of text fields.
import { expect, test, vi } from 'vitest'
import { toDialogLabel } from '../dialog-labels'
import { listSpellingItems } from './spelling-items'

const params = { misspelledWord: 'lihgt', dictionarySuggestions: ['light', 'lit'] }

test('a misspelled word is replaced by a suggestion, or added to the dictionary', () => {
  const actions = { replace: vi.fn(), learn: vi.fn() }
  const items = listSpellingItems(params, actions)
  expect(items.map(({ label, type }) => label ?? type)).toEqual([
    'light',
    'lit',
    'separator',
    toDialogLabel('Add to dictionary'),
    'separator',
  ])
  for (const { click } of items) (click as (() => void) | undefined)?.()
  expect([actions.replace.mock.calls, actions.learn.mock.calls]).toEqual([[['light'], ['lit']], [['lihgt']]])
})

test('a word without suggestions says so, and a correct word adds nothing', () => {
  const actions = { replace: vi.fn(), learn: vi.fn() }
  const [first] = listSpellingItems({ ...params, dictionarySuggestions: [] }, actions)
  expect(first).toEqual({ label: toDialogLabel('No suggestions'), enabled: false })
  expect(listSpellingItems({ misspelledWord: '', dictionarySuggestions: [] }, actions)).toEqual([])
})
