// Cuts Markdown where no block goes on from one piece to the next, so that each can be read by itself.

/** Letters: micromark takes more than twice as long for a text that is twice as long. */
const leastPiece = 4000

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** What cannot go on with a list, a quote or a block of code above the empty line before it. */
const beginsAnew = /^(#{1,6} |`{3,}|~{3,}|[\p{L}"'(*_[]{1,2}(?!\s))/u
/** Names that are used elsewhere: `[name]: https://…`, `[^1]: …`. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m

/** Together they are the text. One that names what it uses elsewhere is not cut. */
export function cutMarkdown(text: string): string[] {
  if (text.length <= leastPiece || definition.test(text)) return [text]
  const pieces: string[] = []
  let start = 0
  let open: string | undefined
  let afterEmpty = false
  let at = 0
  for (const line of text.split('\n')) {
    if (afterEmpty && open === undefined && at - start >= leastPiece && beginsAnew.test(line)) {
      pieces.push(text.slice(start, at))
      start = at
    }
    open = followFence(line, open)
    afterEmpty = line.trim() === ''
    at += line.length + 1
  }
  return [...pieces, text.slice(start)]
}

/** The marks of the fence that is open after this line. */
function followFence(line: string, open: string | undefined): string | undefined {
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
