// Where a path of this gateway lies among the vendor APIs, and which model it names (decisions §10).
import { withoutQueryKey } from './header-lists'

export interface VendorPath {
  readonly api: 'gemini' | 'openai'
  /** With its query, without any `key`. */
  readonly path: string
  /** Present where a model is called (`/models/{model}:{verb}`): an operation's path is the upstream's own. */
  readonly model?: ModelNames
}

export interface ModelNames {
  /** As the caller wrote it, without `models/`. */
  readonly asked: string
  /** As the vendor is asked for it. */
  readonly sent: string
}

export function toVendorPath(path: string, rename: (model: string) => string): VendorPath {
  const keyless = withoutQueryKey(path)
  if (/^\/v1\/(?:audio\/|models(?:[/?]|$))/.test(keyless)) return { api: 'openai', path: keyless }
  const plain = keyless.replace(/^(\/upload)?\/v1(\/upload)?\/v1beta(?=[/?]|$)/, '$1$2/v1beta')
  const [place, query] = cutQuery(plain)
  // Decoded whole, as the gateway has read it: `models%2Fx` and `x%3Averb` name a model, too.
  const call = /^\/v1beta\/models\/(?:models\/)?([^/]+):(\w+)$/.exec(decode(place))
  const asked = call?.[1]
  if (!call || asked === undefined) return { api: 'gemini', path: plain }
  const sent = rename(asked)
  const renamed = `/v1beta/models/${encodeURIComponent(sent)}:${call[2]}${query}`
  return { api: 'gemini', path: renamed, model: { asked, sent } }
}

/** The query with its `?`. */
function cutQuery(path: string): readonly [string, string] {
  const mark = path.indexOf('?')
  return mark < 0 ? [path, ''] : [path.slice(0, mark), path.slice(mark)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
