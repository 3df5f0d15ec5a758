// Groups of a server's models, and limiting how many are rendered.

import { expect, test } from 'vitest'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { makeModel } from './model.fixture'
import { limitGroups, toServerGroups } from './server-groups'

const toModel = (id: string, change: Partial<ModelSummary> = {}) =>
  makeModel(id, { isServed: true, ...change })

const group = (models: readonly ModelSummary[]) =>
  toServerGroups(models, 'Ollama', () => ({})).map(
    ({ label, options }) => `${label}: ${options.map((option) => option.label).join(', ')}`,
  )

test('the server’s models come first, then added ones, then the names that are sent as one of them', () => {
  const standIn = { displayName: 'Gen 2.5 Pro', isServed: false, vendorId: 'llama3.3:70b' }
  expect(
    group([toModel('gen-2.5-pro', standIn), toModel('mine', { custom: true }), toModel('llama3.3:70b')]),
  ).toEqual([
    'Ollama: llama3.3:70b',
    'Added by you: mine',
    'Names in the API spec: Gen 2.5 Pro → llama3.3:70b',
  ])
})

test('only long lists with vendors are grouped by them', () => {
  const few = [toModel('qwen/qwen3-8b'), toModel('meta/llama')]
  expect(group(few)).toEqual(['Ollama: qwen/qwen3-8b, meta/llama'])
  const many = Array.from({ length: 40 }, (_, at) => toModel(`${at % 2 ? 'b' : 'a'}/m${at}`))
  const labels = toServerGroups([...many, toModel('auto')], 'Router', () => ({})).map(({ label }) => label)
  expect(labels).toEqual(['a', 'b', 'Router'])
  const plain = Array.from({ length: 40 }, (_, at) => toModel(`m${at}`))
  expect(toServerGroups(plain, 'Ollama', () => ({}))).toHaveLength(1)
})

test('a model is found by its ID also if it has another name', () => {
  const [found] = toServerGroups([toModel('a/b', { displayName: 'B by A' })], 'Router', () => ({}))
  expect(found?.options).toEqual([{ value: 'a/b', label: 'B by A', description: 'a/b' }])
})

test('options beyond the limit are left out and counted, but never the selected one', () => {
  const options = (...ids: string[]) => ids.map((id) => ({ value: id, label: id }))
  const groups = [
    { label: 'a', options: options('1', '2', '3') },
    { label: 'b', options: options('4', '5') },
  ]
  expect(limitGroups(groups, 5, '')).toEqual({ groups, rest: 0 })
  expect(limitGroups(groups, 2, '')).toEqual({
    groups: [{ label: 'a', options: options('1', '2') }],
    rest: 3,
  })
  const { groups: shown, rest } = limitGroups(groups, 2, '4')
  expect([shown.flatMap((each) => each.options.map(({ value }) => value)), rest]).toEqual([
    ['1', '2', '3', '4'],
    1,
  ])
})
