// The first syntax error of a JSON text, with its range and a message.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** Offsets in the text, in UTF-16 units. */
export interface JsonSyntaxError {
  readonly from: number
  readonly to: number
  readonly message: string
}

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Not a JSON value. Put text in double quotes.',
  InvalidNumberFormat: 'Not a valid number',
  PropertyNameExpected: 'Expected a property name in double quotes',
  ValueExpected: 'Expected a value',
  ColonExpected: 'Expected a colon',
  CommaExpected: 'Expected a comma',
  CloseBraceExpected: 'Expected a closing brace: }',
  CloseBracketExpected: 'Expected a closing bracket: ]',
  EndOfFileExpected: 'Unexpected content after the end of the JSON',
  InvalidCommentToken: 'JSON doesn’t allow comments',
  UnexpectedEndOfString: 'Missing closing quotation mark',
  InvalidUnicode: 'Expected four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'Invalid escape. Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u.',
  InvalidCharacter: 'Escape this character, for example as \\n',
}

/** Null if the text is valid JSON. */
export function findJsonError(text: string): JsonSyntaxError | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    return locateError(text)
  }
}

function locateError(text: string): JsonSyntaxError {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch {
    // The parser recurses for each level and exceeds the stack.
    return { from: 0, to: 1, message: 'Nested too deeply to parse' }
  }
  const [first] = errors
  if (!first) return { from: 0, to: text.length, message: 'Not valid JSON' }
  const from = Math.min(first.offset, Math.max(0, text.length - 1))
  const message = messages[printParseErrorCode(first.error)] ?? 'Not valid JSON'
  return { from, to: Math.min(text.length, from + Math.max(1, first.length)), message }
}
