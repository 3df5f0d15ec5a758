// Puts its length in the place of Base64 in a text that people read: services quote whole pictures in their refusals.

/** So long a run of Base64's letters is media, not a word. A backslash may stand before a slash or a line's end. */
const media = /[A-Za-z0-9+/_\\-]{256,}={0,2}/g

export function nameBase64(text: string): string {
  return text.replace(media, (run) => `<${run.length} characters of Base64>`)
}
