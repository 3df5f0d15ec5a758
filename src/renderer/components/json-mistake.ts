// The first mistake of a text that should be JSON, with its place and in plain words.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** Offsets in the text, in UTF-16 units. */
export interface JsonMistake {
  readonly from: number
  readonly to: number
  readonly message: string
}

const sentences: Readonly<Record<string, string>> = {
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

/** Null where the text is JSON. */
export function findJsonMistake(text: string): JsonMistake | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    return findPlace(text)
  }
}

function findPlace(text: string): JsonMistake {
  const mistakes: ParseError[] = []
  try {
    parse(text, mistakes, { disallowComments: true, allowTrailingComma: false })
  } catch {
    // The parser calls itself for each level, and so runs out of room.
    return { from: 0, to: 1, message: 'This is nested too deeply to be read.' }
  }
  const [first] = mistakes
  if (!first) return { from: 0, to: text.length, message: 'This is not valid JSON.' }
  const from = Math.min(first.offset, Math.max(0, text.length - 1))
  const message = sentences[printParseErrorCode(first.error)] ?? 'This is not valid JSON.'
  return { from, to: Math.min(text.length, from + Math.max(1, first.length)), message }
}
