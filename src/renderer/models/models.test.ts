// Models: which one a panel uses with each provider, their groups, marks, problems and prices.
import { expect, test } from 'vitest'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { makeTurn } from '../state/turn.fixture'
import { makeModel } from './model.fixture'
import { findModelIssue, isForComposer, type ModelIssue } from './model-issue'
import { selectList } from './model-list'
import { costOfTurn, findNextPrice } from './prices'
import { chooseServed } from './served-model'
import { limitGroups, toServerGroups } from './server-groups'
import { arrangeModels, listMarks } from './use-models'

const serve = (id: string, change: Partial<ModelSummary> = {}) => makeModel(id, { isServed: true, ...change })
const served = [serve('llama3.3:70b'), serve('qwen3:8b'), serve('flux', { kind: 'image' })]
const server = { provider: 'openai', models: served, favorites: [], hidden: [] } as const
const catalog = [makeModel('gen-2.5-flash'), makeModel('gen-2.5-flash-image', { kind: 'image' })]
const demo = { provider: 'demo', models: catalog, favorites: [], hidden: [] } as const

test('a name of the specification is used if a model is sent for it, else a model of its kind', () => {
  const standIn = makeModel('gen-2.5-pro', { vendorId: 'qwen3:8b' })
  const withDefault = { ...server, models: [...served, standIn] }
  expect([
    chooseServed('gen-2.5-pro', 'text', withDefault),
    chooseServed('gemini-2.5-pro', 'text', withDefault),
    chooseServed('gen-2.5-pro', 'text', server),
    chooseServed('gen-2.5-flash-image', 'text', server),
    // It may be served although it is not listed.
    chooseServed('gemma3:27b', 'text', server),
  ]).toEqual(['gen-2.5-pro', 'gemini-2.5-pro', 'llama3.3:70b', 'flux', 'gemma3:27b'])
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
    { models: [...catalog], server: null },
  ]
  for (const [at, selected] of [{ id: 'openai-a' }, { id: 'openai-b' }, null].entries())
    expect(lists.map((list) => selectList(list, selected) === list)).toEqual(
      [0, 1, 2].map((each) => each === at),
    )
  expect(selectList(undefined, null)).toBeUndefined()
})

const group = (models: readonly ModelSummary[], name = 'Ollama') =>
  toServerGroups(models, name, () => ({})).map(
    ({ label, options }) => `${label}: ${options.map((option) => option.label).join(', ')}`,
  )

test('the server’s models come first, then added ones, then the names that are sent as one of them', () => {
  const standIn = makeModel('gen-2.5-pro', { displayName: 'Gen 2.5 Pro', vendorId: 'llama3.3:70b' })
  expect(group([standIn, serve('mine', { custom: true }), serve('llama3.3:70b')])).toEqual([
    'Ollama: llama3.3:70b',
    'Added by you: mine',
    'Names in the API spec: Gen 2.5 Pro → llama3.3:70b',
  ])
  const [found] = toServerGroups([serve('a/b', { displayName: 'B by A' })], 'Router', () => ({}))
  expect(found?.options).toEqual([{ value: 'a/b', label: 'B by A', description: 'a/b' }])
})

test('only long lists with vendors are grouped by them', () => {
  expect(group([serve('qwen/qwen3-8b'), serve('meta/llama')])).toEqual(['Ollama: qwen/qwen3-8b, meta/llama'])
  const many = Array.from({ length: 40 }, (_, at) => serve(`${at % 2 ? 'b' : 'a'}/m${at}`))
  const labels = group([...many, serve('auto')], 'Router').map((text) => text.split(':')[0])
  expect(labels).toEqual(['a', 'b', 'Router'])
  expect(group(Array.from({ length: 40 }, (_, at) => serve(`m${at}`)))).toHaveLength(1)
})

test('options beyond the limit are left out and counted, but never the selected one', () => {
  const toOptions = (ids: string) => [...ids].map((id) => ({ value: id, label: id }))
  const groups = [
    { label: 'a', options: toOptions('123') },
    { label: 'b', options: toOptions('45') },
  ]
  expect(limitGroups(groups, 5, '')).toEqual({ groups, rest: 0 })
  expect(limitGroups(groups, 2, '')).toEqual({ groups: [{ label: 'a', options: toOptions('12') }], rest: 3 })
  const { groups: shown, rest } = limitGroups(groups, 2, '4')
  expect([shown.flatMap(({ options }) => options.map(({ value }) => value)).join(''), rest]).toEqual([
    '1234',
    1,
  ])
})

test('the marks of a model are what distinguishes it, its context window and its last day', () => {
  const flash = makeModel('a', { thinks: true, inputTokenLimit: 1_048_576 })
  const own = makeModel('b', { kind: 'image', custom: true, inputTokenLimit: 128_000 })
  const old = makeModel('c', { retires: '2026-10-02' })
  expect([listMarks(flash, null), listMarks(own, null)]).toEqual([
    ['thinking', '1M context'],
    ['generates images', 'yours', '128k context'],
  ])
  // Another service may offer the model for longer than the vendor.
  const days = [Date.UTC(2026, 9, 2, 23), Date.UTC(2026, 9, 3), null]
  expect(days.flatMap((now) => listMarks(old, now))).toEqual(['Retires Oct 2, 2026', 'Retired Oct 2, 2026'])
})

test('favorites come first and once, hidden models last or not at all, and the selected one always', () => {
  const toOptions = (ids: string) => [...ids].map((id) => ({ value: id, label: `No. ${id}` }))
  const groups = [
    { label: 'Text', options: toOptions('abc') },
    { label: 'Images', options: toOptions('de') },
  ]
  const arrange = (options: Partial<Parameters<typeof arrangeModels>[1]>) =>
    arrangeModels(groups, { favorites: [], hidden: [], ...options }).map(
      ({ label, options }) => `${label}: ${options.map(({ value }) => value).join('')}`,
    )
  expect(arrange({ favorites: ['e', 'b'] })).toEqual(['Favorites: be', 'Text: ac', 'Images: d'])
  expect(arrange({ hidden: ['d', 'e'] })).toEqual(['Text: abc'])
  const hidden = { hidden: ['d', 'e', 'a'], favorites: ['a'], showsHidden: true }
  expect(arrange(hidden)).toEqual(['Text: bc', 'Hidden: ade'])
  expect(arrange({ hidden: ['a', 'd'], selected: 'd' })).toEqual(['Text: bc', 'Images: de'])
  // A search finds every word in any order, and hidden models only on request.
  expect([arrange({ query: 'C no' }), arrange({ query: 'no d', hidden: ['d'] })]).toEqual([['Text: c'], []])
  expect(arrange({ query: 'no d', hidden: ['d'], showsHidden: true })).toEqual(['Hidden: d'])
})

const usual = {
  kinds: ['image'] as const,
  selected: 'gen-2.5-flash-image',
  used: 'gen-2.5-flash-image',
  models: [],
  isListed: true,
  server: { id: 'openai-a', name: 'Ollama' },
  state: { profile: 'openai-a', listedAt: 1, problem: null as string | null },
  provider: 'Ollama (127.0.0.1)',
}

test('a server without a model of the kind has none, could not be asked, or is not said to before it is listed', () => {
  const find = (change: Partial<Parameters<typeof findModelIssue>[0]>) =>
    findModelIssue({ ...usual, ...change })
  expect(find({})).toMatchObject({ type: 'none', title: 'Ollama has no image model' })
  const problem = { ...usual.state, problem: 'No answer.' }
  expect(find({ state: problem })).toMatchObject({ type: 'unreachable', text: 'No answer.' })
  expect(find({ state: { ...problem, profile: 'openai-b' } })?.type).toBe('none')
  expect(find({ isListed: false })).toBeNull()
  // With other providers.
  expect(find({ server: null })?.title).toBe('This isn’t one of your image models')
})

test('only what prevents sending is shown above the prompt, and a replacement of the user’s choice', () => {
  const isShown = (type: ModelIssue['type'], isChosen: boolean) =>
    isForComposer({ type, title: '', text: '' }, isChosen)
  expect([isShown('none', true), isShown('unreachable', true), isShown('replaced', true)]).toEqual([
    true,
    true,
    false,
  ])
  expect([isShown('replaced', false), isShown('unlisted', false), isShown('unknown', false)]).toEqual([
    ...[true, true, false],
  ])
})

const table = {
  currency: 'USD',
  entries: [
    { model: 'gen-2.5-flash', provider: null, from: null, rates: { input: 1, output: 2, image: 0.04 } },
    { model: 'gemini-9', provider: null, from: null, rates: { input: 5 } },
  ],
}

test('a turn’s images are those it shows, and the demo is free', () => {
  const image = { inlineData: { mimeType: 'image/png', media: 'a' } }
  const parts = [{ ...image, thought: true }, image, { inline_data: { mime_type: 'image/png', media: 'b' } }]
  const turn = makeTurn({ parts, usage: { promptTokenCount: 0 }, upstream: 'vendor', model: 'gen-2.5-flash' })
  expect(costOfTurn(turn, table)).toBe(80_000_000)
  expect(costOfTurn({ ...turn, upstream: 'demo' }, table)).toBeNull()
})

test('the vendor’s ID has its price only at the vendor', () => {
  const find = (provider: 'vendor' | 'service') =>
    findNextPrice(table, { id: 'gen-2.5-flash', vendorId: 'gemini-9' }, provider)?.rates.input
  expect([find('vendor'), find('service')]).toEqual([5, 1])
})
