// Resolves model IDs of clients to IDs of the vendor APIs: families, retirements and aliases (decisions §10, wire §11).
import type { Alias } from '../schemas/model'
import { families, type ModelEntry, toNeutralId } from './catalog'

/** An ID that the vendor has shut down, or will on a known date. */
export interface Retirement {
  readonly id: string
  /** The last day, ISO 8601. */
  readonly date: string
  /** Absent if the vendor redirects the old ID to a newer model. */
  readonly replacement?: string
}

/** As known in November 2026. The user's aliases override it. */
export const retirements: readonly Retirement[] = [
  { id: 'gen-2.0-flash-exp-image-generation', date: '2025-11-12', replacement: 'gemini-3.1-flash-image' },
  { id: 'gen-2.5-flash-image-preview', date: '2026-01-15', replacement: 'gemini-3.1-flash-image' },
  { id: 'gen-3-pro-image-preview', date: '2026-06-25', replacement: 'gemini-3-pro-image' },
  { id: 'gen-2.5-flash-image', date: '2026-10-02', replacement: 'gemini-3.1-flash-image' },
  { id: 'gen-2.5-pro', date: '2026-12-01' },
  { id: 'gen-2.5-flash', date: '2026-12-01' },
]

export function findRetirement(name: string): Retirement | undefined {
  const id = toNeutralId(name)
  return retirements.find((retirement) => retirement.id === id)
}

/** A model works until the end of its last day. */
function isRetired(name: string, now: number): boolean {
  const date = findRetirement(name)?.date
  return date !== undefined && now >= Date.parse(date) + 24 * 60 * 60 * 1000
}

/** Returns the model itself, or the first of its kind that is not retired if there is one. */
export function toAvailableModel(id: string, models: readonly ModelEntry[], now: number): string {
  if (!isRetired(id, now)) return id
  const kind = models.find((model) => model.id === id)?.kind
  return models.find((model) => model.kind === kind && !isRetired(model.id, now))?.id ?? id
}

export interface Resolution {
  /** The ID to send to the vendor. */
  readonly id: string
  /** The reason: the user's alias, a retirement, or only the family. */
  readonly by: 'alias' | 'retirement' | 'family'
}

/** Accepts names of both families (`gen-2.5-pro`, `models/gemini-2.5-pro`), and follows aliases to neutral IDs. */
export function resolveModel(name: string, aliases: readonly Alias[]): Resolution {
  let id = toNeutralId(name)
  let by: Resolution['by'] = 'family'
  // At most one step for each alias, so that a cycle, which `findAliasProblems` rejects, ends.
  for (let step = 0; step < aliases.length; step += 1) {
    const alias = aliases.find(({ from }) => toNeutralId(from) === id)
    if (!alias) break
    by = 'alias'
    id = alias.to
    if (toVendorId(id) === id) return { id, by }
  }
  const replacement = findRetirement(id)?.replacement
  if (replacement) return { id: replacement, by: by === 'alias' ? by : 'retirement' }
  return { id: by === 'alias' ? toVendorId(id) : toVendorId(name.replace(/^models\//, '')), by }
}

/** `gen-2.5-pro` becomes `gemini-2.5-pro`; an ID of no neutral family is unchanged. */
export function toVendorId(id: string): string {
  const family = [...families]
    .sort((a, b) => b[1].length - a[1].length)
    .find(([, neutral]) => id.startsWith(neutral))
  return family ? family[0] + id.slice(family[1].length) : id
}

export interface AliasProblem {
  readonly path: string
  readonly message: string
}

/** Finds unknown models, duplicate aliases and cycles, with their paths. */
export function findAliasProblems(
  aliases: readonly Alias[],
  models: readonly ModelEntry[],
): readonly AliasProblem[] {
  const known = new Set(models.map(({ id }) => toNeutralId(id)))
  return aliases.flatMap((alias, index) => {
    const from = toNeutralId(alias.from)
    if (!known.has(from))
      return [
        {
          path: `aliases.${index}.from`,
          message: `${alias.from} isn’t in the catalog or in your own models`,
        },
      ]
    if (aliases.findIndex((other) => toNeutralId(other.from) === from) !== index)
      return [{ path: `aliases.${index}.from`, message: `${alias.from} already has an alias` }]
    const cycle = findCycle(alias, aliases)
    return cycle ? [{ path: `aliases.${index}.to`, message: `creates a loop: ${cycle.join(' → ')}` }] : []
  })
}

/** Returns the IDs of the cycle that this alias is part of; the first and the last are the same. */
function findCycle(start: Alias, aliases: readonly Alias[]): readonly string[] | undefined {
  const path = [start.from]
  let id = start.to
  while (path.length <= aliases.length + 1) {
    path.push(id)
    if (toVendorId(id) === id) return undefined
    if (toNeutralId(id) === toNeutralId(start.from)) return path
    const next = aliases.find(({ from }) => toNeutralId(from) === id)
    if (!next) return undefined
    id = next.to
  }
  return undefined
}
