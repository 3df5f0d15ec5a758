// Puts its length in the place of Base64 in a text that people read: services quote whole pictures in their refusals.

/**
 * A run of Base64 this long is media, not a word; a service may escape its slashes and line breaks.
 * It is read from its beginning only: a run that is too short is not read again from each of its letters.
 */
const media = /(?<![A-Za-z0-9+/_\\-])[A-Za-z0-9+/_\\-]{256,}={0,2}/g

export function abbreviateBase64(text: string): string {
  return text.replace(media, (run) => `<${run.length} characters of Base64>`)
}
