// The differences between two texts, word by word, with a little of the text around them.

export interface Passage {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** More differing words than this are no more told one by one: the texts have hardly anything in common there. */
const maxEditLength = 1000

/** In the order of the texts; joined without the added ones they are the first, without the removed ones the second. */
export function compareTexts(before: string, after: string): readonly Passage[] {
  const head = countAlike(before, after)
  const tail = countAlikeAtEnd(before, after, head)
  const [old, now] = [before, after].map((text) => splitWords(text.slice(head, text.length - tail)))
  return joinPassages([
    { kind: 'same', text: before.slice(0, head) },
    ...compareWords(old ?? [], now ?? []),
    { kind: 'same', text: before.slice(before.length - tail) },
  ])
}

/** Words, and what stands between them. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? []
}

/** UTF-16 units at the beginning, up to the end of a word: a long text is mostly the same. */
function countAlike(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let count = 0
  while (count < most && before.charCodeAt(count) === after.charCodeAt(count)) count += 1
  while (count > 0 && !isSpace(before, count - 1)) count -= 1
  return count
}

function countAlikeAtEnd(before: string, after: string, head: number): number {
  const most = Math.min(before.length, after.length) - head
  const isAlike = (count: number) =>
    before.charCodeAt(before.length - 1 - count) === after.charCodeAt(after.length - 1 - count)
  let count = 0
  while (count < most && isAlike(count)) count += 1
  while (count > 0 && !isSpace(before, before.length - count)) count -= 1
  return count
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at))
}

/** Myers' shortest way: `ways` holds, for each number of steps, how far each diagonal was reached. */
function compareWords(old: readonly string[], now: readonly string[]): Passage[] {
  const ways: Int32Array[] = []
  const most = Math.min(maxEditLength, old.length + now.length)
  let reached = new Int32Array(3)
  for (let steps = 0; steps <= most; steps += 1) {
    ways.push(reached)
    const next = new Int32Array(2 * steps + 5)
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = leapFrom(reached, steps, diagonal)
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1
      next[diagonal + steps + 2] = x
      if (x >= old.length && x - diagonal >= now.length) return walkBack(ways, old, now)
    }
    reached = next
  }
  return [
    { kind: 'removed', text: old.join('') },
    { kind: 'added', text: now.join('') },
  ]
}

/** How far a diagonal is reached before the words that are alike; `reached` is of one step less. */
function leapFrom(reached: Int32Array, steps: number, diagonal: number): number {
  if (steps === 0) return 0
  const isDown = goesDown(reached, steps, diagonal)
  return isDown
    ? readReached(reached, steps - 1, diagonal + 1)
    : readReached(reached, steps - 1, diagonal - 1) + 1
}

/** Down takes a word of the new text, right leaves one of the old. */
function goesDown(reached: Int32Array, steps: number, diagonal: number): boolean {
  if (diagonal === -steps) return true
  if (diagonal === steps) return false
  return readReached(reached, steps - 1, diagonal - 1) < readReached(reached, steps - 1, diagonal + 1)
}

function readReached(reached: Int32Array, steps: number, diagonal: number): number {
  return reached[diagonal + steps + 2] ?? 0
}

function walkBack(ways: readonly Int32Array[], old: readonly string[], now: readonly string[]): Passage[] {
  const passages: Passage[] = []
  let [x, y] = [old.length, now.length]
  for (let steps = ways.length - 1; steps >= 0; steps -= 1) {
    const reached = ways[steps] ?? new Int32Array()
    const diagonal = x - y
    const start = leapFrom(reached, steps, diagonal)
    for (; x > start; x -= 1, y -= 1) passages.push({ kind: 'same', text: old[x - 1] ?? '' })
    if (steps === 0) break
    if (goesDown(reached, steps, diagonal)) {
      y -= 1
      passages.push({ kind: 'added', text: now[y] ?? '' })
    } else {
      x -= 1
      passages.push({ kind: 'removed', text: old[x] ?? '' })
    }
  }
  return passages.reverse()
}

/** Neighbours of a kind become one; between two same passages what was removed stands before what was added. */
function joinPassages(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = []
  let [removed, added] = ['', '']
  const close = () => {
    if (removed) joined.push({ kind: 'removed', text: removed })
    if (added) joined.push({ kind: 'added', text: added })
    ;[removed, added] = ['', '']
  }
  for (const { kind, text } of passages) {
    if (text === '') continue
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      close()
      const last = joined.at(-1)
      if (last?.kind === 'same') joined[joined.length - 1] = { kind: 'same', text: last.text + text }
      else joined.push({ kind, text })
    }
  }
  close()
  return joined
}

/** UTF-16 units of the same text that stay on each side of a difference. */
const context = 80
/** Of one difference: a megabyte of it would take seconds to lay out, and nobody reads it. */
const maxChangeLength = 4000

export function shortenPassages(passages: readonly Passage[]): readonly Passage[] {
  return passages.map((passage, at) => {
    if (passage.kind !== 'same') return shortenDifference(passage)
    const [isFirst, isLast] = [at === 0, at === passages.length - 1]
    const before = isFirst ? '' : passage.text.slice(0, context)
    const after = isLast ? '' : passage.text.slice(-context)
    const isShort = passage.text.length <= before.length + after.length + 3
    if (isShort) return passage
    const parts = [isFirst ? '' : `${cutEnd(before)} `, isLast ? '' : ` ${cutStart(after)}`]
    return { kind: 'same', text: parts.join('…') }
  })
}

function shortenDifference({ kind, text }: Passage): Passage {
  if (text.length <= maxChangeLength) return { kind, text }
  const [start, end] = [text.slice(0, maxChangeLength / 2), text.slice(-maxChangeLength / 2)]
  return { kind, text: `${cutEnd(start)} … ${cutStart(end)}` }
}

/** At the last whole word. */
function cutEnd(text: string): string {
  return text.replace(/\s\S*$/, '')
}

function cutStart(text: string): string {
  return text.replace(/^\S*\s/, '')
}
