// URLs of requests: parsed and decoded without a throw.

/** Undefined if the text is no URL; Node 18.15 has no `URL.canParse`. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Percent-encoded text; unchanged if it is damaged. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
