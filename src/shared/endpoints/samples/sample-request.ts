// Helpers of all code samples: the target of the request, its body with media as files, and shell quoting.
import type { PromptRequest } from '../../schemas/chat'

/** A prompt, or a request of the log. */
export interface SampleRequest extends Pick<PromptRequest, 'path' | 'body' | 'media'> {
  readonly method: string
  /** How the key is sent; by default as a query parameter. Some routes accept only a header. */
  readonly keyIn?: 'query' | 'header' | 'bearer'
  /** Further headers that change the response, such as those of the demo. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent instead of a body. `@` before a value names a file. */
  readonly form?: readonly (readonly [name: string, value: string])[]
  /** The path of a file that is sent as the body. */
  readonly file?: string
  /** Sentences that say what to replace, or what is missing. */
  readonly notes?: readonly string[]
}

export interface SampleTarget {
  /** The gateway's URL, without a trailing slash. */
  readonly baseUrl: string
  /** Null reads it from the environment (`keyVariable`). */
  readonly key: string | null
}

/** The environment variable that samples without a key read it from. */
export const keyVariable = 'GEN_PLAYGROUND_KEY'

/** First line of a sample that does not contain the key. */
const keyHint = `Set ${keyVariable} to the gateway's local key.`

/** Ends before the key, which is the last query parameter (specification §5). */
export function toKeylessUrl({ path }: { readonly path: string }, { baseUrl }: SampleTarget): string {
  return `${baseUrl}${path}${path.includes('?') ? '&' : '?'}key=`
}

/** Null if the URL has the key. */
export function toKeyHeader({
  keyIn,
}: SampleRequest): { readonly name: string; readonly start: string } | null {
  if (keyIn === 'header') return { name: 'x-goog-api-key', start: '' }
  return keyIn === 'bearer' ? { name: 'Authorization', start: 'Bearer ' } : null
}

/** As a member of an object of JavaScript or Python. `variable` is the expression that reads the key. */
export function writeKey(request: SampleRequest, { key }: SampleTarget, variable: string): string[] {
  const header = toKeyHeader(request)
  if (!header) return []
  const { name, start } = header
  const expression = start === '' ? variable : `${JSON.stringify(start)} + ${variable}`
  return [`${JSON.stringify(name)}: ${key === null ? expression : JSON.stringify(start + key)}`]
}

/** Further headers as members of an object of JavaScript or Python; JSON's strings are those of both. */
export function writeHeaders({ headers = {} }: SampleRequest): string[] {
  return Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
}

/** Returns the URL as an expression. `variable` is the expression that reads and encodes the key. */
export function writeUrl(request: SampleRequest, target: SampleTarget, variable: string): string {
  if (toKeyHeader(request)) return JSON.stringify(target.baseUrl + request.path)
  const url = toKeylessUrl(request, target)
  return target.key === null
    ? `${JSON.stringify(url)} + ${variable}`
    : JSON.stringify(url + encodeURIComponent(target.key))
}

/** Placeholder for the Base64 of a file. */
export class SampleFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

export type SampleObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is SampleObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SampleFile)
  )
}

/** Replaces `data` of `inlineData`, in either spelling, by a `SampleFile` if it names one of the request's media. */
export function readSampleBody({ body, media }: Pick<SampleRequest, 'body' | 'media'>): SampleObject {
  const paths = new Map(media.map((file) => [file.media, file.path]))
  // The caller has checked that a body of the log is an object; the workspace writes no other.
  return JSON.parse(body, (name, value: unknown) => {
    if ((name !== 'inlineData' && name !== 'inline_data') || !isObject(value)) return value
    const path = paths.get(String(value.data))
    return path === undefined ? value : { ...value, data: new SampleFile(path) }
  }) as SampleObject
}

export function holdsFiles({ media }: SampleRequest): boolean {
  return media.length > 0
}

/** The comments at the start of a sample, without the sign that starts a comment. */
export function listNotes({ notes = [] }: SampleRequest, { key }: SampleTarget): readonly string[] {
  return key === null ? [...notes, keyHint] : notes
}

/** The method that a client uses if none is named. */
export function usualMethod({ body, form, file }: SampleRequest): 'GET' | 'POST' {
  return body === '' && !form && file === undefined ? 'GET' : 'POST'
}

/** Splits the fields of a form from its file. */
export function splitForm(form: NonNullable<SampleRequest['form']>) {
  const isFile = ([, value]: readonly [string, string]) => value.startsWith('@')
  return {
    fields: form.filter((field) => !isFile(field)),
    files: form.filter(isFile).map(([name, value]) => [name, value.slice(1)] as const),
  }
}

/** The last part of a path. */
export function toFileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
