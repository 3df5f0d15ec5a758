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
  const call = /^\/v1beta\/models\/([^?]*?)(?::|%3A)(\w+)(\?.*)?$/i.exec(plain)
  const asked = call ? decode(call[1] ?? '').replace(/^models\//, '') : ''
  if (!call || asked === '' || asked.includes('/')) return { api: 'gemini', path: plain }
  const sent = rename(asked)
  const renamed = `/v1beta/models/${encodeURIComponent(sent)}:${call[2]}${call[3] ?? ''}`
  return { api: 'gemini', path: renamed, model: { asked, sent } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
