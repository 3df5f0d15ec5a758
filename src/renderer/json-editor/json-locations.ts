// Locates JSON paths, and problems at them, in the text of a document.
import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser'
import type { CodeProblem } from '../components/code-editor'
import type { JsonSyntaxError } from '../components/json-error'

export type Steps = readonly (string | number)[]

export interface TextRange {
  readonly from: number
  readonly to: number
}

/** `$.items[0]["first name"]` becomes `['items', 0, 'first name']`. */
export function parseJsonPath(path: string): Steps {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, name, index, quoted]) => {
      if (index !== undefined) return Number(index)
      return quoted === undefined ? (name ?? '') : String(JSON.parse(quoted))
    },
  )
}

/** The inverse of `parseJsonPath`. */
export function formatJsonPath(steps: Steps): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`
    return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `${path}.${step}` : `${path}[${JSON.stringify(step)}]`
  }, '$')
}

/** Created once per text, used for many paths. A missing path is located at its nearest existing parent. */
export function createLocator(text: string): (steps: Steps) => TextRange {
  const root = readTree(text)
  return (steps) => {
    for (let length = steps.length; root && length >= 0; length -= 1) {
      const node = findNodeAtLocation(root, toJsonPath(steps.slice(0, length)))
      if (node) return rangeOf(node)
    }
    return { from: 0, to: Math.min(1, text.length) }
  }
}

function readTree(text: string): Node | undefined {
  try {
    return parseTree(text)
  } catch {
    // Nested too deeply for the parser; the editor reports that itself.
    return undefined
  }
}

function toJsonPath(steps: Steps): JSONPath {
  return [...steps]
}

/** Underlining a whole object does not help: its key is marked instead, or its first character. */
function rangeOf(node: Node): TextRange {
  const isLarge = node.type === 'object' || node.type === 'array'
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  if (!isLarge) return { from: node.offset, to: node.offset + node.length }
  if (key) return { from: key.offset, to: key.offset + key.length }
  return { from: node.offset, to: node.offset + 1 }
}

/** Starts at 1. */
export function lineOf(text: string, at: number): number {
  let line = 1
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1
  return line
}

export interface LocatedProblem extends CodeProblem {
  /** Starts at the root of the document; null if the text is not JSON. */
  readonly path: string | null
  /** Starts at 1. */
  readonly line: number
  readonly severity: 'error' | 'warning'
}

interface ProblemLocator {
  problem(steps: Steps, message: string | { readonly warning: string }): LocatedProblem
  syntaxError(syntaxError: JsonSyntaxError): LocatedProblem
}

/** Created once per text. */
export function createProblemLocator(text: string): ProblemLocator {
  const locate = createLocator(text)
  return {
    problem(steps, problem) {
      const { from, to } = locate(steps)
      const isWarning = typeof problem !== 'string'
      return {
        path: formatJsonPath(steps),
        line: lineOf(text, from),
        from,
        to,
        message: isWarning ? problem.warning : problem,
        severity: isWarning ? 'warning' : 'error',
      }
    },
    syntaxError: ({ from, to, message }) => ({
      path: null,
      line: lineOf(text, from),
      from,
      to,
      message,
      severity: 'error',
    }),
  }
}

/** Marks for the editor, which finds syntax errors itself. */
export function toMarks(problems: readonly LocatedProblem[]): readonly CodeProblem[] {
  return problems.filter(({ path }) => path !== null)
}
