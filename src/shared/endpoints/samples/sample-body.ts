// A request's body with its media as the files they are kept in.
import type { PromptRequest } from '../../schemas/prompt-request'

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
