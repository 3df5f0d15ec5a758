// Carries what is known of the times through an edit: what stands before it stays, what stands behind it moves along.
import type { Cut } from '#shared/schemas/transcription-job'

interface Edit {
  readonly before: string
  readonly after: string
}

/** Letters around a cut by which it is found again where much has been replaced. */
const markLengths = [24, 10]
/** Letters from where it should be. */
const searched = 5000

/** A cut within what was replaced is found by the words before or behind it, else goes to the same share of the new text. */
export function shiftCuts(cuts: readonly Cut[], edit: Edit): readonly Cut[] {
  const { before, after } = edit
  const head = countAlike(edit)
  const tail = countAlikeFromEnd(edit, head)
  const gone = before.length - head - tail
  const come = after.length - head - tail
  let last = 0
  return cuts.map((cut) => {
    last = Math.max(last, shift(cut.at))
    return { ...cut, at: last }
  })

  function shift(at: number): number {
    if (at <= head) return at
    if (at >= head + gone) return at - gone + come
    const guess = head + Math.round(((at - head) / gone) * come)
    return findAgain(edit, at, guess) ?? guess
  }
}

function findAgain({ before, after }: Edit, at: number, guess: number): number | undefined {
  for (const length of markLengths) {
    const behind = findNear(after, before.slice(at, at + length), guess)
    if (behind !== undefined) return behind
    const mark = before.slice(Math.max(0, at - length), at)
    const ahead = findNear(after, mark, guess - mark.length)
    if (ahead !== undefined) return ahead + mark.length
  }
  return undefined
}

/** Where it stands nearest to there. */
function findNear(text: string, mark: string, place: number): number | undefined {
  if (mark.trim().length < 4) return undefined
  const behind = text.slice(Math.max(0, place), place + searched + mark.length).indexOf(mark)
  const start = Math.max(0, place - searched)
  const ahead = text.slice(start, Math.max(0, place) + mark.length).lastIndexOf(mark)
  const places = [...(behind < 0 ? [] : [Math.max(0, place) + behind]), ...(ahead < 0 ? [] : [start + ahead])]
  return places.sort((one, other) => Math.abs(one - place) - Math.abs(other - place))[0]
}

function countAlike({ before, after }: Edit): number {
  const most = Math.min(before.length, after.length)
  let count = 0
  while (count < most && before.charCodeAt(count) === after.charCodeAt(count)) count += 1
  return count
}

function countAlikeFromEnd({ before, after }: Edit, head: number): number {
  const most = Math.min(before.length, after.length) - head
  let count = 0
  while (
    count < most &&
    before.charCodeAt(before.length - 1 - count) === after.charCodeAt(after.length - 1 - count)
  ) {
    count += 1
  }
  return count
}
