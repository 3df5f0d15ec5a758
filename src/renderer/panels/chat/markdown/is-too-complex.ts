// Finds Markdown that would take seconds or minutes to render: a model may send it by mistake or on purpose.

/** Text of this length renders fast, whatever it contains. */
const minLength = 400
/** Levels of quotes, lists, brackets and HTML elements. No readable text has as many. */
const maxDepth = 100
/** Marks of emphasis and code in a paragraph; the time grows with their square. */
const maxMarks = 800

/** More quote and list marks in a line than `maxDepth`, or an item that is indented as far. */
const deepLine = new RegExp(
  `^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))){${maxDepth}}|^[ \\t]{${2 * maxDepth},}(?:[-*+]|\\d{1,9}[.)])[ \\t]`,
  'm',
)
const longCodeMark = new RegExp(`\`{${maxDepth}}`)

/** If true, the block is shown as text. */
export function isTooComplex(block: string): boolean {
  if (block.length < minLength) return false
  return deepLine.test(block) || longCodeMark.test(block) || isTooDeep(block) || hasTooManyMarks(block)
}

const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

function isTooDeep(block: string): boolean {
  let brackets = 0
  let elements = 0
  for (const [mark, end, tag] of block.matchAll(/[[\]]|<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (mark === '[') brackets += 1
    else if (mark === ']') brackets = Math.max(0, brackets - 1)
    else if (end) elements = Math.max(0, elements - 1)
    else if (!voidTags.test(tag ?? '')) elements += 1
    if (brackets > maxDepth || elements > maxDepth) return true
  }
  return false
}

function hasTooManyMarks(block: string): boolean {
  const isList = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(block)
  const isTable = /^.*\n[ \t|:-]+(?:\n|$)/.test(block)
  let marks = 0
  for (const line of block.split('\n')) {
    // Marks do not extend beyond an item or a row.
    const isItem = /^\s*[-*+]\s/.test(line) || (isList && /^\s*\d{1,9}[.)]\s/.test(line))
    if (isItem || line.trim() === '') marks = 0
    if (isTable) marks = 0
    marks += line.match(/\*+|_+|~+|`+/g)?.length ?? 0
    if (marks > maxMarks) return true
  }
  return false
}
