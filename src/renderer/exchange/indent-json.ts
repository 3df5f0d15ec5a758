// Indents JSON without parsing it: numbers and strings stay as written, and truncated documents are supported.

const indent = '  '

/** A string, even without its end; a punctuator; or a word or number. Whitespace is skipped. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{},:]|[^\s"[\]{},:]+/gs

/** Accepts one document, several in a row, or the start of one; returns any other text unchanged. */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  const pieces: string[] = []
  let depth = 0
  let isOpen = false
  for (const [token] of text.matchAll(tokens)) {
    const closes = token === '}' || token === ']'
    if (closes) depth = Math.max(0, depth - 1)
    // Empty brackets stay on one line.
    if (isOpen !== closes) pieces.push(newLine(depth))
    pieces.push(token, spaceAfter(token, depth))
    isOpen = token === '{' || token === '['
    if (isOpen) depth += 1
  }
  return pieces.join('').trimEnd()
}

/** A complete document is followed by an empty line. */
function spaceAfter(token: string, depth: number): string {
  if (token === ',') return newLine(depth)
  if (token === ':') return ' '
  return depth === 0 && (token === '}' || token === ']') ? '\n\n' : ''
}

function newLine(depth: number): string {
  return `\n${indent.repeat(depth)}`
}
