// Where a code sample sends its request, and where it finds the key.

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
