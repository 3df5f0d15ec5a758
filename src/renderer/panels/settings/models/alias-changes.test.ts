// Editing which id the vendor is asked for.
import { expect, test } from 'vitest'
import { changeAlias, withoutPlace } from './alias-changes'

const pro = { from: 'gen-2.5-pro', to: 'gemini-3.1-pro-preview' }

test('an id that differs from the default is set, in the place of the one before', () => {
  expect(changeAlias([], { model: 'gen-2.5-pro', to: ' models/gemini-3.1-pro-preview ' })).toEqual([pro])
  expect(changeAlias([pro], { model: 'gen-2.5-pro', to: 'gemini-4-pro' })).toEqual([
    { from: 'gen-2.5-pro', to: 'gemini-4-pro' },
  ])
})

test('an entry under the other family’s name is the same entry', () => {
  const imported = { from: 'gemini-2.5-pro', to: 'gemini-x' }
  expect(changeAlias([imported], { model: 'gen-2.5-pro', to: 'gemini-y' })).toEqual([
    { from: 'gen-2.5-pro', to: 'gemini-y' },
  ])
})

test('empty, or the default itself, removes the entry and no other', () => {
  const flash = { from: 'gen-2.5-flash', to: 'gemini-x' }
  expect([
    changeAlias([flash, pro], { model: 'gen-2.5-pro', to: '  ' }),
    changeAlias([flash, pro], { model: 'gen-2.5-pro', to: 'gemini-2.5-pro' }),
  ]).toEqual([[flash], [flash]])
})

test('the retired id itself can be insisted on: it is not the default any more', () => {
  const entry = { model: 'gen-2.5-flash-image', to: 'gemini-2.5-flash-image' }
  expect(changeAlias([], entry)).toEqual([{ from: entry.model, to: entry.to }])
})

test('the place in the table is taken off the sentence', () => {
  expect(withoutPlace('aliases.3.to: leads in a circle: a → b → a')).toBe('leads in a circle: a → b → a')
  expect(withoutPlace('The gateway is gone: restart it.')).toBe('The gateway is gone: restart it.')
})
