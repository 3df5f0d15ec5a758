// Lays JSON out over lines without reading it: numbers and texts stay as they were written, and half a document will do.

const indent = '  '

/** A text, even without its end; a sign; or a word or number. White space is left out. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{},:]|[^\s"[\]{},:]+/gs

/** One document, several one after the other, or the beginning of one; anything else comes back as it is. */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  const pieces: string[] = []
  let depth = 0
  let isOpen = false
  for (const [token] of text.matchAll(tokens)) {
    const closes = token === '}' || token === ']'
    if (closes) depth = Math.max(0, depth - 1)
    // Nothing between two brackets stays nothing.
    if (isOpen !== closes) pieces.push(newLine(depth))
    pieces.push(token, spaceAfter(token, depth))
    isOpen = token === '{' || token === '['
    if (isOpen) depth += 1
  }
  return pieces.join('').trimEnd()
}

/** A document that has ended is followed by an empty line. */
function spaceAfter(token: string, depth: number): string {
  if (token === ',') return newLine(depth)
  if (token === ':') return ' '
  return depth === 0 && (token === '}' || token === ']') ? '\n\n' : ''
}

function newLine(depth: number): string {
  return `\n${indent.repeat(depth)}`
}
