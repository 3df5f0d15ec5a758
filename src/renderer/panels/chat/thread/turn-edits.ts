// Edits of turns and queued prompts in place, saved like every draft: neither scrolling nor a crash loses them.
import { useMemo } from 'react'
import type { Part } from '#shared/schemas/content'
import { useDrafts } from '../../../state/draft-store'
import { clearDraft, readDraft, replaceDraft, writeText } from '../../../state/drafts'
import { requestScroll } from '../../../state/focus-requests'
import { readChat } from '../../../state/live-chat'
import { toastUndo, unchanged } from '../../../state/undo'

/** The current texts of the turn; undefined if it is not being edited. */
export function useTurnEdit(turnId: string): readonly string[] | undefined {
  const written = useDrafts(({ drafts }) => drafts[toEditKey(turnId)]?.text)
  return useMemo(() => (written ? parseEdit(written) : undefined), [written])
}

export function writeEdit(turnId: string, texts: readonly string[]) {
  writeText(toEditKey(turnId), JSON.stringify(texts))
}

export function endEdit(turnId: string) {
  clearDraft(toEditKey(turnId))
}

/** Ends the edit; if it changed anything, a toast can undo that. */
export function discardEdit(turnId: string, texts: readonly string[], original: readonly string[]) {
  const key = toEditKey(turnId)
  const draft = readDraft(key)
  endEdit(turnId)
  if (texts.some((text, index) => text !== original[index]))
    toastUndo('Edit discarded', () => replaceDraft(key, draft), {
      isPossible: unchanged(() => useDrafts.getState().drafts[key]),
    })
}

/** A draft that cannot be parsed is shown unchanged, so that it is not lost. */
export function parseEdit(written: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(written)
    if (Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === 'string'))
      return texts
  } catch {
    // Below.
  }
  return [written]
}

/** Keys of conversations are IDs, which contain no spaces. */
export function toEditKey(turnId: string): string {
  return `edit ${turnId}`
}

/** The editable texts of a turn, one for each run of text parts; one empty text if the turn has no text. */
export function readTexts(parts: readonly Part[]): string[] {
  const runs = toRuns(parts).flatMap((run) => (run.text === null ? [] : [run.text]))
  return runs.length ? runs : ['']
}

/** Replaces the texts. Drops emptied texts, thoughts, and signatures of texts, which certify the model's own text. */
export function writeTexts(parts: readonly Part[], texts: readonly string[]): Part[] {
  const runs = toRuns(parts)
  let next = 0
  const written = runs.flatMap((run) => (run.text === null ? run.parts : toText(texts[next++] ?? '')))
  return next === 0 ? [...written, ...texts.flatMap(toText)] : written
}

/** Joins adjacent text parts; `text` is null for any other part. */
function toRuns(parts: readonly Part[]) {
  const runs: { readonly parts: readonly Part[]; readonly text: string | null }[] = []
  for (const part of parts.filter(isEditable)) {
    const last = runs.at(-1)
    if (part.text === undefined) runs.push({ parts: [part], text: null })
    else if (last && last.text !== null) {
      runs[runs.length - 1] = { parts: [...last.parts, part], text: last.text + part.text }
    } else runs.push({ parts: [part], text: part.text })
  }
  return runs
}

function isEditable(part: Part): boolean {
  return !part.thought && !Object.keys(part).every((name) => name === 'thoughtSignature')
}

function toText(text: string): Part[] {
  return text.trim() ? [{ text }] : []
}

/** Function results are user turns, too, but the user did not type them. */
export function editLastPrompt(conversationId: string) {
  const { branch, turns } = readChat(conversationId)
  const turnId = [...branch].reverse().find((id) => {
    const turn = turns.get(id)
    return turn?.role === 'user' && !turn.parts.some((part) => part.functionResponse)
  })
  const turn = turnId === undefined ? undefined : turns.get(turnId)
  if (!turn) return
  writeEdit(turn.id, readTexts(turn.parts))
  requestScroll({ conversationId, turnId: turn.id })
}
