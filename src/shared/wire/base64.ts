// Base64 in texts of any size. A pattern for all of a long text can exceed the stack of the regular expression engine,
// depending on how many patterns the process has compiled; so these search for single characters, and for limited runs.

/** In the standard alphabet or that for URLs, with or without padding. False for an empty text. */
export function isBase64(text: string): boolean {
  const end = text.indexOf('=')
  const hasValidEnd = end === -1 || /^={1,2}$/.test(text.slice(end, end + 3))
  return text !== '' && end !== 0 && hasValidEnd && !/[^\w+/=-]/.test(text)
}

/**
 * A run this long is media, not a word; a service may escape its slashes and line breaks. The lookbehind keeps the search
 * from rereading a short run from each of its characters.
 */
const mediaStart = /(?<![A-Za-z0-9+/_\\-])[A-Za-z0-9+/_\\-]{256}/g
const mediaEnd = /[^A-Za-z0-9+/_\\-]/g
const padding = /={0,2}/y

/** Replaces Base64 in a message by its length, because some services quote whole images in their errors. */
export function abbreviateBase64(text: string): string {
  let result = ''
  let end = 0
  for (let start = find(mediaStart, text, end); start !== -1; start = find(mediaStart, text, end)) {
    const bareEnd = find(mediaEnd, text, start)
    result += text.slice(end, start)
    end = bareEnd === -1 ? text.length : bareEnd + matchLength(padding, text, bareEnd)
    result += `<${end - start} characters of Base64>`
  }
  return result + text.slice(end)
}

/** The position of the first match from `from` on, or -1. `pattern` is global. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** `pattern` is sticky. */
function matchLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
