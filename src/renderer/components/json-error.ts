// The first syntax error of a JSON text, with its range and a message.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** Offsets in the text, in UTF-16 units. */
export interface JsonSyntaxError {
  readonly from: number
  readonly to: number
  readonly message: string
}

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is no JSON value: text stands in quotation marks.',
  InvalidNumberFormat: 'This is no number.',
  PropertyNameExpected: 'A name in quotation marks is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is missing here.',
  CommaExpected: 'A comma is missing here.',
  CloseBraceExpected: 'A closing } is missing here.',
  CloseBracketExpected: 'A closing ] is missing here.',
  EndOfFileExpected: 'Nothing may follow here.',
  InvalidCommentToken: 'JSON knows no comments.',
  UnexpectedEndOfString: 'The closing quotation mark is missing.',
  InvalidUnicode: 'Four hexadecimal digits are expected after \\u.',
  InvalidEscapeCharacter: 'This escape is none of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u.',
  InvalidCharacter: 'This character must be written as an escape, like \\n.',
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
    return { from: 0, to: 1, message: 'This is nested too deeply to be read.' }
  }
  const [first] = errors
  if (!first) return { from: 0, to: text.length, message: 'This is not valid JSON.' }
  const from = Math.min(first.offset, Math.max(0, text.length - 1))
  const message = messages[printParseErrorCode(first.error)] ?? 'This is not valid JSON.'
  return { from, to: Math.min(text.length, from + Math.max(1, first.length)), message }
}
