// From the ids that clients use to the ids that the vendor APIs know: families, retirements, and the user's own aliases (decisions §10, wire §11).
import type { Alias } from '../schemas/custom-model'
import { families, type ModelEntry, toNeutralId } from './catalog'

/** An id that the vendor has shut down, or has announced to. */
export interface Retirement {
  readonly id: string
  /** The last day, ISO 8601. */
  readonly date: string
  /** Absent: the vendor leads the old id to a newer model by itself. */
  readonly replacement?: string
}

/** As known in November 2026; the alias table overrules it. */
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

export interface Resolution {
  /** What the vendor is asked for. */
  readonly id: string
  /** Why: the user's alias, a retired id's replacement, or the families alone. */
  readonly by: 'alias' | 'retirement' | 'family'
}

/** Either family may come in (`gen-2.5-pro`, `models/gemini-2.5-pro`); an alias of a neutral id is followed on. */
export function resolveModel(name: string, aliases: readonly Alias[]): Resolution {
  let id = toNeutralId(name)
  let by: Resolution['by'] = 'family'
  // One step an alias: a circle, which `findAliasProblems` refuses, ends here at the latest.
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

/** `gen-2.5-pro` becomes `gemini-2.5-pro`; an id of no neutral family stays as it is. */
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

/** What is wrong with an alias table, by its place: an unknown model, a model twice, a circle. */
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

/** The ids of the circle that this alias is part of, its first one again at the end. */
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
