// Files this application exports: their names, and the JSON ones parsed again.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { isDeeperThan, parseOrExplain, toJsonPath } from '../json-schema/json-mistake'

interface FileKind<Schema extends z.ZodType> {
  /** What the file says of itself. */
  readonly kind: string
  readonly version: number
  /** In a sentence: `a preset`. */
  readonly name: string
  readonly schema: Schema
}

const Head = z.object({ kind: z.string(), version: z.number().int().positive() })

/** What is deeper could neither be written nor walked through. */
const deepest = 500

/** As it is in the file: the schema's copy would put unknown fields into another order. */
export function parseExportedJson<Schema extends z.ZodType>(
  text: string,
  { kind, version, name, schema }: FileKind<Schema>,
): z.infer<Schema> {
  // Editors of another system may have left a byte order mark.
  const parsed = parseOrExplain(text.replace(/^\uFEFF/, ''))
  if ('mistake' in parsed) throw unusable(`This file isn’t ${name} file. ${parsed.mistake}`)
  if (isDeeperThan(parsed.value, deepest))
    throw unusable(`The file is nested more than ${deepest} levels deep.`)
  const head = Head.safeParse(parsed.value)
  if (!head.success || head.data.kind !== kind) {
    const told = head.success ? `is "${head.data.kind}"` : 'is missing'
    throw unusable(`This file isn’t ${name} file: its "kind" ${told}, but "${kind}" was expected.`)
  }
  if (head.data.version > version) {
    throw unusable(
      `This file was created by a newer version of Gen Playground (format ${head.data.version}; this version supports up to ${version}). Update the app and try again.`,
    )
  }
  const result = schema.safeParse(parsed.value)
  if (!result.success) throw toValidationError(result.error)
  // The schema has accepted the value itself.
  return parsed.value as z.infer<Schema>
}

/** `path` leads to what is wrong: `turns[3].role`. */
export function invalidAt(path: readonly PropertyKey[], message: string): ApiError {
  return unusable(`${toJsonPath(path).replace(/^\$\.?/, '')}: ${message}`)
}

/** `within` is where the value that was checked is in the file. */
export function toValidationError(error: z.ZodError, within: readonly PropertyKey[] = []): ApiError {
  const [issue] = error.issues
  // Of a name that cannot be one, the fault is within.
  const fault = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return invalidAt([...within, ...(issue?.path ?? [])], fault?.message ?? 'is not valid')
}

function unusable(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}

const longest = 80
/** Systems have 255 in a name: an extension, a number and a mark of the unfinished have to stand there, too. */
const maxBytes = 200
/** Devices of Windows, with or without an extension. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])$/i

/** Without an extension. */
export function toFileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const cut = cutToBytes([...plain].slice(0, longest))
  // Windows drops dots and spaces at the end; a dot in front hides the file elsewhere.
  const trimmed = cut.replace(/^[. ]+|[. ]+$/g, '')
  if (trimmed === '') return 'Chat'
  return reserved.test(trimmed.split('.')[0]?.trim() ?? '') ? `${trimmed}_` : trimmed
}

function cutToBytes(letters: readonly string[]): string {
  const text = letters.join('')
  return Buffer.byteLength(text) <= maxBytes ? text : cutToBytes(letters.slice(0, -1))
}

export interface ExportedFile {
  /** Relative to the folder that the user has chosen; with `/`. */
  readonly path: string
  /** Read once. */
  readonly content: AsyncIterable<string | Uint8Array>
}
