// Maps between text and audio positions, estimated: speech is assumed to be even between the known cuts.
import type { Cut } from '#shared/schemas/transcription-job'

interface TimedText {
  /** In the order of the text. */
  readonly cuts: readonly Cut[]
  /** In UTF-16 units. */
  readonly length: number
}

/** Milliseconds; undefined if nothing is known about the times. */
export function toTime({ cuts, length }: TimedText, place: number): number | undefined {
  const at = findLast(cuts, (cut) => cut.at <= place)
  const cut = cuts[at]
  if (!cut) return undefined
  const end = cuts[at + 1]?.at ?? length
  const share = end > cut.at ? clamp((place - cut.at) / (end - cut.at)) : 0
  return cut.from + share * (cut.to - cut.from)
}

/** An offset in the text; undefined if nothing is known about the times. */
export function toTextOffset({ cuts, length }: TimedText, time: number): number | undefined {
  // If pieces overlap, the later one has priority.
  const at = findLast(cuts, (cut) => cut.from <= time)
  const cut = cuts[at]
  if (!cut) return undefined
  const end = cuts[at + 1]?.at ?? length
  const share = cut.to > cut.from ? clamp((time - cut.from) / (cut.to - cut.from)) : 0
  return Math.round(cut.at + share * Math.max(0, end - cut.at))
}

/** The index of the last one; 0 if there is none. */
function findLast(cuts: readonly Cut[], isSo: (cut: Cut) => boolean): number {
  for (let at = cuts.length - 1; at > 0; at -= 1) {
    const cut = cuts[at]
    if (cut && isSo(cut)) return at
  }
  return 0
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share))
}
