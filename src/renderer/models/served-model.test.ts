// The model that a panel uses with each provider.

import { expect, test } from 'vitest'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { makeModel } from './model.fixture'
import { selectList } from './model-list'
import { chooseServed } from './served-model'

const toCatalog = (id: string, kind: ModelSummary['kind']) => makeModel(id, { kind })
const toModel = (id: string, kind: ModelSummary['kind'], sentAs?: string) =>
  makeModel(id, { kind, isServed: sentAs === undefined, vendorId: sentAs ?? id })

const served = [toModel('llama3.3:70b', 'text'), toModel('qwen3:8b', 'text'), toModel('flux', 'image')]
const server = { provider: 'openai', models: served, favorites: [], hidden: [] } as const
const demo = {
  provider: 'demo',
  models: [toCatalog('gen-2.5-flash', 'text'), toCatalog('gen-2.5-flash-image', 'image')],
  favorites: [],
  hidden: [],
} as const

test('a name of the specification is used if a model is sent for it, else a model of its kind', () => {
  const withDefault = { ...server, models: [...served, toModel('gen-2.5-pro', 'text', 'qwen3:8b')] }
  expect([
    chooseServed('gen-2.5-pro', 'text', withDefault),
    chooseServed('gemini-2.5-pro', 'text', withDefault),
    chooseServed('gen-2.5-pro', 'text', server),
    chooseServed('gen-2.5-flash-image', 'text', server),
  ]).toEqual(['gen-2.5-pro', 'gemini-2.5-pro', 'llama3.3:70b', 'flux'])
})

test('a favorite is preferred, and a hidden model is the last choice', () => {
  expect([
    chooseServed('gen-2.5-pro', 'text', { ...server, favorites: ['qwen3:8b'] }),
    chooseServed('gen-2.5-pro', 'text', { ...server, hidden: ['llama3.3:70b'] }),
    chooseServed('gen-2.5-flash-image', 'image', { ...server, hidden: ['flux'] }),
  ]).toEqual(['qwen3:8b', 'qwen3:8b', 'flux'])
})

test('without a model of the kind, one of the panel’s usual kind is used, else the chosen one stays', () => {
  const texts = { ...server, models: served.filter(({ kind }) => kind === 'text') }
  expect([
    chooseServed('gen-2.5-flash-image', 'text', texts),
    chooseServed('gen-2.5-flash-image', 'image', texts),
  ]).toEqual(['llama3.3:70b', 'gen-2.5-flash-image'])
})

test('a model that the server does not list may still be served', () => {
  expect(chooseServed('gemma3:27b', 'text', server)).toBe('gemma3:27b')
})

test('other providers do not get names of a server', () => {
  expect([
    chooseServed('llama3.3:70b', 'text', demo),
    chooseServed('llama3.3:70b', 'text', { ...demo, provider: 'vendor' }),
    chooseServed('meta/llama', 'image', { ...demo, provider: 'service' }),
    // It may be a new model.
    chooseServed('gemini-9', 'text', { ...demo, provider: 'vendor' }),
  ]).toEqual(['gen-2.5-flash', 'gen-2.5-flash', 'gen-2.5-flash-image', 'gemini-9'])
})

test('the list of another provider, which stays until the selected one has responded, is not used', () => {
  const state = { profile: 'openai-a', listedAt: 1, problem: null }
  const lists = [
    { models: served, server: state },
    { models: [], server: { ...state, profile: 'openai-b' } },
    { models: demo.models.slice(), server: null },
  ]
  const used = [{ id: 'openai-a' }, { id: 'openai-b' }, null].map((selected) =>
    lists.map((list) => selectList(list, selected)),
  )
  expect(used).toEqual(
    lists.map((list, at) => [0, 1, 2].map((position) => (position === at ? list : undefined))),
  )
  expect(selectList(undefined, null)).toBeUndefined()
})
