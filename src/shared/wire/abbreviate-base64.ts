// Replaces Base64 in messages by its length, because some services quote whole images in their errors.

/**
 * A run of Base64 this long is media, not a word; a service may escape its slashes and line breaks.
 * The lookbehind keeps the search from rereading a short run from each of its characters.
 */
const media = /(?<![A-Za-z0-9+/_\\-])[A-Za-z0-9+/_\\-]{256,}={0,2}/g

export function abbreviateBase64(text: string): string {
  return text.replace(media, (run) => `<${run.length} characters of Base64>`)
}
