// What the user writes in the place of turns, kept like every draft: neither scrolling nor a crash loses it.
import { useMemo } from 'react'
import { z } from 'zod'
import { clearDraft, useDrafts, writeText } from '../../../state/drafts'

const Texts = z.array(z.string()).min(1)

/** The texts of a turn as they are written now; undefined where it is not edited. */
export function useTurnEdit(turnId: string): readonly string[] | undefined {
  const written = useDrafts(({ drafts }) => drafts[toKey(turnId)]?.text)
  return useMemo(() => (written ? readEdit(written) : undefined), [written])
}

export function writeEdit(turnId: string, texts: readonly string[]) {
  writeText(toKey(turnId), JSON.stringify(texts))
}

export function endEdit(turnId: string) {
  clearDraft(toKey(turnId))
}

/** What cannot be read is shown as it is, rather than lost. */
export function readEdit(written: string): readonly string[] {
  try {
    return Texts.parse(JSON.parse(written))
  } catch {
    return [written]
  }
}

/** Beside those of conversations, whose keys are their ids. */
function toKey(turnId: string): string {
  return `edit ${turnId}`
}
