// Changes of a server's models in the settings.
import { expect, test } from 'vitest'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import {
  findIdProblem,
  hasDefaults,
  resolveDefault,
  setAlias,
  setDefault,
  setKind,
  toSavedKind,
} from './server-profile'

const profile: OpenAiProfile = {
  id: 'openai-a',
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  server: 'ollama',
  countsTokens: false,
  defaults: { text: 'a' },
  kinds: { a: 'text' },
  aliases: [{ from: 'gen-2.5-pro', to: 'a' }],
}

test('types, defaults and names are set and reset alone', () => {
  expect(setKind(profile, 'b', 'image').kinds).toEqual({ a: 'text', b: 'image' })
  expect(setKind(profile, 'a', null).kinds).toEqual({})
  expect(setDefault(profile, 'image', 'b').defaults).toEqual({ text: 'a', image: 'b' })
  expect(setDefault(profile, 'text', null).defaults).toEqual({})
  expect(setAlias(profile, 'gen-2.5-pro', 'b').aliases).toEqual([{ from: 'gen-2.5-pro', to: 'b' }])
  const reset = setAlias(setDefault(profile, 'text', null), 'gen-2.5-pro', null)
  expect([hasDefaults(profile), hasDefaults(reset)]).toEqual([true, false])
})

test('a guessed type is not saved, except for a model that is only listed because it is saved', () => {
  expect([
    toSavedKind('nomic-embed-text', 'embedding', false),
    toSavedKind('nomic-embed-text', 'text', false),
    toSavedKind('nomic-embed-text', 'embedding', true),
  ]).toEqual([null, 'text', 'embedding'])
})

test('without a choice, only a single model of the type is sent for its names', () => {
  const models = [
    { id: 'a', kind: 'text' },
    { id: 'b', kind: 'text' },
    { id: 'c', kind: 'image' },
  ] as const
  expect([
    resolveDefault(profile, 'text', models),
    resolveDefault({ defaults: {} }, 'text', models),
    resolveDefault({ defaults: {} }, 'image', models),
    resolveDefault({ defaults: {} }, 'embedding', models),
  ]).toEqual([
    { id: 'a', count: 2 },
    { id: null, count: 2 },
    { id: 'c', count: 1 },
    { id: null, count: 0 },
  ])
})

test('an added ID must be new and without spaces', () => {
  expect(['', 'a b', 'a', 'new:1b'].map((id) => findIdProblem(id, ['a']))).toEqual([
    'is required',
    'must not contain spaces',
    'is already in the list',
    undefined,
  ])
})
