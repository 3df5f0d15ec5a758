// A problem of a JSON text as an editor marks it and a list names it.
import type { CodeProblem } from '../../../components/code-editor'
import type { JsonMistake } from '../../../components/json-mistake'
import { createLocator, lineOf, type Steps, writeJsonPath } from './json-places'

export interface PlacedProblem extends CodeProblem {
  /** From the document's root; null where the text is no JSON. */
  readonly path: string | null
  /** Beginning at 1. */
  readonly line: number
  readonly severity: 'error' | 'warning'
}

interface Placer {
  problem(steps: Steps, message: string | { readonly warning: string }): PlacedProblem
  mistake(mistake: JsonMistake): PlacedProblem
}

/** Made once for a text. */
export function createPlacer(text: string): Placer {
  const locate = createLocator(text)
  return {
    problem(steps, told) {
      const { from, to } = locate(steps)
      const isWarning = typeof told !== 'string'
      return {
        path: writeJsonPath(steps),
        line: lineOf(text, from),
        from,
        to,
        message: isWarning ? told.warning : told,
        severity: isWarning ? 'warning' : 'error',
      }
    },
    mistake: ({ from, to, message }) => ({
      path: null,
      line: lineOf(text, from),
      from,
      to,
      message,
      severity: 'error',
    }),
  }
}

/** What an editor has to be told: mistakes of the language it finds by itself. */
export function toMarks(problems: readonly PlacedProblem[]): readonly CodeProblem[] {
  return problems.filter(({ path }) => path !== null)
}
