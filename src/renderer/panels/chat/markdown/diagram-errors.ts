// Explains in one sentence why a diagram cannot be drawn.

/** `message` is Mermaid's own; it counts the lines without comments and front matter. */
export function describeDiagramError(message: string, code: string): string {
  const line = /\bon line (\d+)/.exec(message)?.[1]
  if (line) return `Line ${findLine(code, Number(line))} of this diagram has a syntax error.`
  if (/No diagram type detected|^Diagram \S* not found/.test(message))
    return 'The first line doesn’t name a type of Mermaid diagram.'
  if (/limit exceeded/i.test(message)) return 'This diagram is too large to preview.'
  return 'Couldn’t draw this diagram. Check its code.'
}

/** The line of the code that Mermaid counts as `counted`; found by bisection. */
function findLine(code: string, counted: number): number {
  const lines = code.replace(/\r\n?/g, '\n').split('\n')
  let low = 1
  let high = lines.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countLines(lines.slice(0, middle).join('\n')) < counted) low = middle + 1
    else high = middle
  }
  return low
}

const frontMatter = /^\s*---[ \t]*(?:$|\n[\s\S]*?(?:\n[ \t]*---[ \t]*(?:\n|$)|$))/
const directive = /%%\{[\s\S]*?(?:\}%%|$)/g
const comment = /^\s*%%[^\n]*\n?/gm

/** The number of lines that Mermaid parses. The code may end anywhere. */
function countLines(code: string): number {
  const parsed = code.replace(frontMatter, '').replace(directive, '').replace(comment, '').trimStart()
  return parsed === '' ? 0 : parsed.split('\n').length
}
