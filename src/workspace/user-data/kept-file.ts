// Reads a JSON file that this program has written, and says what is wrong with one that it cannot use.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { isDeeperThan } from '../json-schema/json-depth'
import { parseJson } from '../json-schema/json-mistake'
import { toJsonPath } from '../json-schema/json-path'

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

/** As it stands in the file: the schema's copy would put unknown fields into another order. */
export function readKeptFile<Schema extends z.ZodType>(
  text: string,
  { kind, version, name, schema }: FileKind<Schema>,
): z.infer<Schema> {
  // Editors of another system may have left a byte order mark.
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  if ('mistake' in parsed) throw unusable(`The file does not hold ${name}. ${parsed.mistake}`)
  if (isDeeperThan(parsed.value, deepest))
    throw unusable(`The file is nested more than ${deepest} levels deep.`)
  const head = Head.safeParse(parsed.value)
  if (!head.success || head.data.kind !== kind) {
    const told = head.success ? `is "${head.data.kind}"` : 'is missing'
    throw unusable(`The file does not hold ${name}: its "kind" ${told}, and "${kind}" was expected.`)
  }
  if (head.data.version > version) {
    throw unusable(
      `The file was written by a newer version of this program (format ${head.data.version}, known up to ${version}).`,
    )
  }
  const result = schema.safeParse(parsed.value)
  if (!result.success) throw refuseIssue(result.error)
  // The schema has accepted the value itself.
  return parsed.value as z.infer<Schema>
}

/** `path` leads to what is wrong: `turns[3].role`. */
export function refuseAt(path: readonly PropertyKey[], message: string): ApiError {
  return unusable(`${toJsonPath(path).replace(/^\$\.?/, '')}: ${message}`)
}

/** `within` is where the value that was checked stands in the file. */
export function refuseIssue(error: z.ZodError, within: readonly PropertyKey[] = []): ApiError {
  const [issue] = error.issues
  // Of a name that cannot be one, the fault lies within.
  const fault = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return refuseAt([...within, ...(issue?.path ?? [])], fault?.message ?? 'is not valid')
}

function unusable(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
