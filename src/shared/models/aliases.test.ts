// Checks how model IDs are resolved for the vendor APIs: by family, retirement and alias, and problems with aliases.
import { describe, expect, test } from 'vitest'
import {
  findAliasProblems,
  findRetirement,
  resolveModel,
  retirements,
  toAvailableModel,
  toVendorId,
} from './aliases'
import { catalog, toNeutralId, withCustomModels } from './catalog'

describe('families', () => {
  test.each([
    ['gen-2.5-pro', 'gemini-2.5-pro'],
    ['gemini-2.5-pro', 'gemini-2.5-pro'],
    ['models/gen-embedding-001', 'gemini-embedding-001'],
    ['gen-video-3.1-fast-generate-preview', 'veo-3.1-fast-generate-preview'],
    ['gen-4o-transcribe', 'gpt-4o-transcribe'],
    ['whisper-1', 'whisper-1'],
    ['my-own_model.2', 'my-own_model.2'],
    // Its neutral form would be read as another family's.
    ['gemini-video-reader', 'gemini-video-reader'],
  ])('%s is resolved to %s', (name, id) => {
    expect(resolveModel(name, [])).toEqual({ id, by: 'family' })
  })

  test('sends no catalog ID to a vendor by its neutral name, and both names convert to each other', () => {
    const sent = catalog.map(({ id }) => resolveModel(id, []).id)
    expect(sent.filter((id) => id.startsWith('gen-'))).toEqual([])
    expect(sent.every((id) => toVendorId(id) === id)).toBe(true)
    for (const { id } of catalog) expect(toNeutralId(toVendorId(id))).toBe(id)
  })
})

describe('retirements', () => {
  test('a retired ID is resolved to its replacement, unless the vendor redirects it', () => {
    for (const name of ['gen-2.5-flash-image', 'gemini-2.5-flash-image', 'models/gemini-2.5-flash-image']) {
      expect(resolveModel(name, [])).toEqual({ id: 'gemini-3.1-flash-image', by: 'retirement' })
      expect(findRetirement(name)).toMatchObject({ id: 'gen-2.5-flash-image', date: '2026-10-02' })
    }
    expect(resolveModel('gen-2.5-pro', [])).toEqual({ id: 'gemini-2.5-pro', by: 'family' })
    expect(findRetirement('gemini-2.5-pro')).toEqual({ id: 'gen-2.5-pro', date: '2026-12-01' })
  })

  test('a default model is replaced after its last day, by one of its kind that is still available', () => {
    const chooseOn = (date: string) => toAvailableModel('gen-2.5-flash', catalog, Date.parse(date))
    expect(['2026-12-01T23:00Z', '2026-12-02T00:00Z'].map(chooseOn)).toEqual([
      'gen-2.5-flash',
      'gen-3.1-pro-preview',
    ])
    // No image model of the catalog is left: its requests use the replacement.
    const late = Date.UTC(2026, 11, 2)
    expect(toAvailableModel('gen-2.5-flash-image', catalog, late)).toBe('gen-2.5-flash-image')
  })

  test('has no retired replacement, and only catalog IDs', () => {
    const known = new Set(catalog.map(({ id }) => id))
    expect(retirements.filter(({ id }) => !known.has(id))).toEqual([])
    expect(retirements.filter(({ replacement }) => replacement && findRetirement(replacement))).toEqual([])
  })
})

describe('aliases', () => {
  test('an alias applies to both families of its model, and to a custom model of no family', () => {
    const aliases = [
      { from: 'gemini-2.5-pro', to: 'gemini-9-ultra' },
      { from: 'house-style', to: 'gemini-9-ultra' },
    ]
    for (const name of ['gen-2.5-pro', 'gemini-2.5-pro', 'models/gen-2.5-pro', 'house-style'])
      expect(resolveModel(name, aliases)).toEqual({ id: 'gemini-9-ultra', by: 'alias' })
  })

  test('follows an alias to a neutral ID, and stops at a vendor’s ID', () => {
    const aliases = [
      { from: 'gen-2.5-pro', to: 'gen-3.1-pro-preview' },
      { from: 'gen-3.1-pro-preview', to: 'gemini-4-pro' },
      { from: 'gen-4-pro', to: 'gemini-5-pro' },
    ]
    expect(resolveModel('gen-2.5-pro', aliases)).toEqual({ id: 'gemini-4-pro', by: 'alias' })
    expect(resolveModel('gen-2.5-pro', aliases.slice(0, 1))).toEqual({
      id: 'gemini-3.1-pro-preview',
      by: 'alias',
    })
  })

  test('an alias overrides a retirement; a retired neutral target is replaced', () => {
    const toRetired = [{ from: 'gen-2.5-flash-image', to: 'gemini-2.5-flash-image' }]
    expect(resolveModel('gen-2.5-flash-image', toRetired)).toEqual({
      id: 'gemini-2.5-flash-image',
      by: 'alias',
    })
    const toNeutral = [{ from: 'gen-3-pro-image-preview', to: 'gen-2.5-flash-image' }]
    expect(resolveModel('gen-3-pro-image-preview', toNeutral)).toEqual({
      id: 'gemini-3.1-flash-image',
      by: 'alias',
    })
  })

  test('stops in a cycle', () => {
    const cycle = [
      { from: 'gen-a', to: 'gen-b' },
      { from: 'gen-b', to: 'gen-a' },
    ]
    expect(resolveModel('gen-a', cycle)).toEqual({ id: 'gemini-a', by: 'alias' })
    expect(resolveModel('gen-c', [...cycle, { from: 'gen-c', to: 'gen-a' }]).by).toBe('alias')
  })
})

describe('problems of an alias table', () => {
  const models = withCustomModels([{ id: 'gemini-next', displayName: '', kind: 'text', thinks: false }])

  test('reports each problem with its path', () => {
    const aliases = [
      { from: 'gen-unheard-of', to: 'gemini-3' },
      { from: 'gen-2.5-pro', to: 'gen-2.5-flash' },
      { from: 'gemini-2.5-pro', to: 'gemini-3' },
      { from: 'gen-2.5-flash', to: 'gen-2.5-pro' },
      { from: 'gen-embedding-001', to: 'gen-embedding-001' },
    ]
    expect(findAliasProblems(aliases, models)).toEqual([
      {
        path: 'aliases.0.from',
        message: 'gen-unheard-of isn’t in the catalog or in your own models',
      },
      {
        path: 'aliases.1.to',
        message: 'creates a loop: gen-2.5-pro → gen-2.5-flash → gen-2.5-pro',
      },
      { path: 'aliases.2.from', message: 'gemini-2.5-pro already has an alias' },
      { path: 'aliases.3.to', message: 'creates a loop: gen-2.5-flash → gen-2.5-pro → gen-2.5-flash' },
      { path: 'aliases.4.to', message: 'creates a loop: gen-embedding-001 → gen-embedding-001' },
    ])
  })

  test('accepts one alias for each model, and reports only aliases in a cycle, not those that lead to it', () => {
    const aliases = [
      { from: 'gen-next', to: 'gemini-next' },
      { from: 'gen-3.1-pro-preview', to: 'gen-2.5-pro' },
      { from: 'gen-2.5-pro', to: 'gen-2.5-flash' },
      { from: 'gen-2.5-flash', to: 'gen-2.5-pro' },
    ]
    const paths = findAliasProblems(aliases, models).map(({ path }) => path)
    expect(paths).toEqual(['aliases.2.to', 'aliases.3.to'])
  })
})
