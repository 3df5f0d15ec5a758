// The marks that the log has in place of media in a body.

/** Characters of a body that are logged. */
export const maxLoggedChars = 262_144

/** In JSON, in place of a long Base64 text. */
const base64Mark = /<(\d+) characters of Base64>/g
/** In place of a whole body that is not text. */
const bytesMark = /^<\d+ bytes(?: of [^>]*)?>$/

export function countMediaMarks(body: string): number {
  return [...body.matchAll(base64Mark)].length
}

/** Whether the log has only the size and the type of the body. */
export function isBodyMark(body: string): boolean {
  return bytesMark.test(body)
}
