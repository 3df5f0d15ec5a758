// Parses an upstream's base URL in the forms that users paste.

export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string
  /** Prefix of every path; empty, or starts with `/` and does not end with it. */
  readonly path: string
  readonly hostname: string
}

/** `https://host/`, `https://host/v1`, `https://host/v1beta` and `https://host` are the same root (wire §12). */
export function readBaseUrl(pasted: string): BaseUrl {
  const { origin, pathname, hostname } = new URL(pasted.trim())
  const path = pathname
    .replace(/\/+$/, '')
    .replace(/(\/v1)?\/v1beta(\/models(\/.*)?|\/openai)?$|\/v1(\/models|\/audio(\/transcriptions)?)?$/, '')
  return { origin, path: path.replace(/\/+$/, ''), hostname }
}
