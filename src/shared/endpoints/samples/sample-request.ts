// Helpers of all code samples: the target of the request, its body with media as files, and shell quoting.
import type { PromptRequest } from '../../schemas/prompt-request'

/** A prompt, or a request of the log. */
export interface SampleRequest extends Pick<PromptRequest, 'path' | 'body' | 'media'> {
  readonly method: string
  /** How the key is sent; by default as a query parameter. Some routes accept only the header. */
  readonly keyIn?: 'query' | 'header'
  /** Further headers that change the response, such as those of the demo. */
  readonly headers?: Readonly<Record<string, string>>
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
export const keyHint = `Set ${keyVariable} to the gateway's local key.`

/** Ends before the key, which is the last query parameter (specification §5). */
export function toKeylessUrl({ path }: { readonly path: string }, { baseUrl }: SampleTarget): string {
  return `${baseUrl}${path}${path.includes('?') ? '&' : '?'}key=`
}

/** The header that contains the key if the URL does not. */
export const keyHeader = 'x-goog-api-key'

/** Returns the header's value as an expression; null if the key is in the URL. */
export function writeKey(request: SampleRequest, { key }: SampleTarget, variable: string): string | null {
  if (request.keyIn !== 'header') return null
  return key === null ? variable : JSON.stringify(key)
}

/** Further headers as members of an object of JavaScript or Python; JSON's strings are those of both. */
export function writeHeaders({ headers = {} }: SampleRequest): string[] {
  return Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
}

/** Returns the URL as an expression. `variable` is the expression that reads and encodes the key. */
export function writeUrl(request: SampleRequest, target: SampleTarget, variable: string): string {
  if (request.keyIn === 'header') return JSON.stringify(target.baseUrl + request.path)
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

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
