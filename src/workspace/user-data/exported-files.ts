// Names the files that this application exports, and parses exported JSON files.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { isDeeperThan, parseOrExplain, toJsonPath } from '../json-schema/json-syntax'
import { parseExactCalls } from '../parse-json'

interface FileKind<Schema extends z.ZodType> {
  /** The value of `kind` in the file. */
  readonly kind: string
  readonly version: number
  /** With an article: `a preset`. */
  readonly name: string
  readonly schema: Schema
}

const Head = z.object({ kind: z.string(), version: z.number().int().positive() })

/** Deeper values could not be serialized or traversed. */
const maxDepth = 500

/** Returns the value as it is in the file: the schema's copy would reorder unknown fields. */
export function parseExportedJson<Schema extends z.ZodType>(
  text: string,
  { kind, version, name, schema }: FileKind<Schema>,
): z.infer<Schema> {
  // Editors on other systems may have added a byte order mark.
  const parsed = parseOrExplain(text.replace(/^\uFEFF/, ''), parseExactCalls)
  if ('problem' in parsed) throw invalidFile(`This file isn’t ${name} file. ${parsed.problem}`)
  if (isDeeperThan(parsed.value, maxDepth))
    throw invalidFile(`The file is nested more than ${maxDepth} levels deep.`)
  const head = Head.safeParse(parsed.value)
  if (!head.success || head.data.kind !== kind) {
    const actual = head.success ? `is "${head.data.kind}"` : 'is missing'
    throw invalidFile(`This file isn’t ${name} file: its "kind" ${actual}, but "${kind}" was expected.`)
  }
  if (head.data.version > version) {
    throw invalidFile(
      `This file was created by a newer version of Gen Playground (format ${head.data.version}; this version supports up to ${version}). Update the app and try again.`,
    )
  }
  const result = schema.safeParse(parsed.value)
  if (!result.success) throw toValidationError(result.error)
  // The schema has accepted this value.
  return parsed.value as z.infer<Schema>
}

/** `path` leads to the invalid value: `turns[3].role`. */
export function invalidAt(path: readonly PropertyKey[], message: string): ApiError {
  return invalidFile(`${toJsonPath(path).replace(/^\$\.?/, '')}: ${message}`)
}

/** `within` is the path of the checked value in the file. */
export function toValidationError(error: z.ZodError, within: readonly PropertyKey[] = []): ApiError {
  const [issue] = error.issues
  // For an invalid key, the inner issue has the reason.
  const inner = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return invalidAt([...within, ...(issue?.path ?? [])], inner?.message ?? 'is not valid')
}

function invalidFile(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}

const maxLength = 80
/** Systems allow 255. The rest is for an extension, a number and the suffix of unfinished files. */
const maxBytes = 200
/** Device names of Windows, reserved with and without an extension. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])$/i

/** Returns a file name without an extension. */
export function toFileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const cut = cutToBytes([...plain].slice(0, maxLength))
  // Windows drops dots and spaces at the end; a dot in front hides the file elsewhere.
  const trimmed = cut.replace(/^[. ]+|[. ]+$/g, '')
  if (trimmed === '') return 'Chat'
  return reserved.test(trimmed.split('.')[0]?.trim() ?? '') ? `${trimmed}_` : trimmed
}

function cutToBytes(characters: readonly string[]): string {
  const text = characters.join('')
  return Buffer.byteLength(text) <= maxBytes ? text : cutToBytes(characters.slice(0, -1))
}

export interface ExportedFile {
  /** Relative to the selected folder, with `/`. */
  readonly path: string
  /** May be read once. */
  readonly content: AsyncIterable<string | Uint8Array>
}
