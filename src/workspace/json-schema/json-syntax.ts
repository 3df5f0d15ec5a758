// Parses JSON and locates syntax errors, measures its depth, and formats paths.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

type ParsedJson =
  | { readonly value: unknown }
  /** A sentence with line and column, if they are known. */
  | { readonly problem: string }

/** Locating an error in a longer text would block the thread for too long. */
const maxLocatedLength = 4 * 1024 * 1024

export function parseOrExplain(text: string, parseJson: (text: string) => unknown = JSON.parse): ParsedJson {
  try {
    return { value: parseJson(text) }
  } catch {
    return { problem: describeSyntaxError(text) }
  }
}

function describeSyntaxError(text: string): string {
  if (text.trim() === '') return 'Empty input. Expected JSON.'
  if (text.length > maxLocatedLength) return 'Not valid JSON.'
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    // The parser is recursive and fails for deep nesting.
    return 'Nested too deeply to parse.'
  }
  const [first] = errors
  if (!first) return 'Not valid JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const description = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `Not valid JSON at line ${before.length}, column ${column}: ${description}.`
}

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}

/** `$.items[0].name`. Names that are not identifiers are in brackets: `$["first name"]`. */
export function toJsonPath(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>((path, step) => `${path}${toStep(step)}`, '$')
}

function toStep(step: PropertyKey): string {
  const name = String(step)
  if (typeof step === 'number') return `[${name}]`
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
