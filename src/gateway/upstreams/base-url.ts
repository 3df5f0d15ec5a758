// Reads the addresses of an upstream as people paste them.

export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string
  /** What stands before every path; empty, or starts with `/` and does not end with it. */
  readonly path: string
  readonly hostname: string
}

/** `https://host/`, `https://host/v1beta` and `https://host` are the same root (wire §12). */
export function readBaseUrl(pasted: string): BaseUrl {
  const { origin, pathname, hostname } = new URL(pasted.trim())
  const path = pathname.replace(/\/+$/, '').replace(/(\/v1)?\/v1beta(\/models)?$/, '')
  return { origin, path: path.replace(/\/+$/, ''), hostname }
}

/** The transcription root is often pasted with its `/v1`. */
export function readApiBaseUrl(pasted: string): BaseUrl {
  const base = readBaseUrl(pasted)
  return { ...base, path: base.path.replace(/\/v1(\/audio(\/transcriptions)?)?$/, '') }
}
