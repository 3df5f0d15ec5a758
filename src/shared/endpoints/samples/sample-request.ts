// What all code samples share: the target of the request, its body with media as files, quoting for a shell.
import type { PromptRequest } from '../../schemas/prompt-request'

export interface SampleTarget {
  /** Of the gateway, without a slash at its end. */
  readonly baseUrl: string
  /** Null leaves it to the environment (`keyVariable`). */
  readonly key: string | null
}

/** The environment variable that stands for a key which is not written down. */
export const keyVariable = 'GEN_PLAYGROUND_KEY'

/** For the first line of a sample, where the key is not in it. */
export const keyHint = `Set ${keyVariable} to the gateway's local key.`

/** Up to the key, which goes last into the query (specification §5). */
export function toKeylessUrl({ path }: { readonly path: string }, { baseUrl }: SampleTarget): string {
  return `${baseUrl}${path}${path.includes('?') ? '&' : '?'}key=`
}

/** The URL as an expression of the sample's language; `variable` is one for the key that the environment holds, encoded. */
export function writeUrl(request: PromptRequest, target: SampleTarget, variable: string): string {
  const url = toKeylessUrl(request, target)
  return target.key === null
    ? `${JSON.stringify(url)} + ${variable}`
    : JSON.stringify(url + encodeURIComponent(target.key))
}

/** Stands where the Base64 of a file's bytes goes. */
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

/** `data` of `inlineData` in either spelling becomes a `SampleFile` where it names one of the request's media. */
export function readSampleBody({ body, media }: PromptRequest): SampleObject {
  const paths = new Map(media.map((file) => [file.media, file.path]))
  // A prompt request is an object: the workspace has written it.
  return JSON.parse(body, (name, value: unknown) => {
    if ((name !== 'inlineData' && name !== 'inline_data') || !isObject(value)) return value
    const path = paths.get(String(value.data))
    return path === undefined ? value : { ...value, data: new SampleFile(path) }
  }) as SampleObject
}

export function holdsFiles({ media }: PromptRequest): boolean {
  return media.length > 0
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
