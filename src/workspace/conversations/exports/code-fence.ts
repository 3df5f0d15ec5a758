// Follows the fences around blocks of code, which stand alone in Markdown: within them nothing else is read.

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The marks of the fence that is open after this line. */
export function followFence(line: string, open: string | undefined): string | undefined {
  const [, marks, rest = ''] = fence.exec(line) ?? []
  if (marks === undefined) return open
  if (open === undefined) return marks
  return marks.startsWith(open) && rest.trim() === '' ? undefined : open
}

/** Ends a block of code that an answer was cut off in: all that follows would be taken into it. */
export function closeFence(text: string): string {
  let open: string | undefined
  for (const line of text.split('\n')) open = followFence(line, open)
  return open === undefined ? text : `${text}\n${open}`
}
