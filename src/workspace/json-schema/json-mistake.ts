// Parses JSON, and says of what is none where it goes wrong.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

export type ParsedJson =
  | { readonly value: unknown }
  /** A sentence with line and column, where there is such a place. */
  | { readonly mistake: string }

/** Looking for the place of a mistake in more than this would keep everything else waiting. */
const mostSearched = 4 * 1024 * 1024

export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { mistake: findMistake(text) }
  }
}

function findMistake(text: string): string {
  if (text.trim() === '') return 'There is nothing here: JSON was expected.'
  if (text.length > mostSearched) return 'This is not valid JSON.'
  const mistakes: ParseError[] = []
  try {
    parse(text, mistakes, { disallowComments: true })
  } catch {
    // The parser is recursive: JSON nested this deep has no place that it could name.
    return 'This is nested too deeply to be read.'
  }
  const [first] = mistakes
  if (!first) return 'This is not valid JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const words = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `Not valid JSON at line ${before.length}, column ${column}: ${words}.`
}
