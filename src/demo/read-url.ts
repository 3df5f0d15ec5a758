// URLs of requests: parsed and decoded without exceptions.

/** Returns undefined if the text is not a URL. Node 18.15 has no `URL.canParse`. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Decodes percent-encoding. Returns invalid text unchanged. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
