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

/** Endpoints of the OpenAI API that users paste with the base URL. */
const openAiEndpoints =
  /\/(?:chat\/completions|completions|embeddings|models|images\/(?:generations|edits)|audio\/(?:transcriptions|speech)|responses)$/

/**
 * The base URL of an OpenAI-compatible server. Its path is part of it, because not all end with `/v1`; one without a path
 * gets that: `http://127.0.0.1:11434` and `http://127.0.0.1:11434/v1/chat/completions` are the same.
 */
export function readOpenAiBaseUrl(pasted: string): BaseUrl {
  const { origin, pathname, hostname } = new URL(pasted.trim())
  const path = pathname.replace(/\/+$/, '').replace(openAiEndpoints, '')
  return { origin, path: path || '/v1', hostname }
}

/** Returns the text itself if its percent-encoding is invalid. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
