// The shortest change that makes one text another.

interface Change {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Undefined where they are the same. */
export function findChange(before: string, after: string): Change | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }
}
