// What a dropped picture has brought into a draft, until it is taken back or let go.
import { create } from 'zustand'
import type { Attachment, Draft } from '#shared/schemas/draft'
import { addAttachment, replaceDraft } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'

export interface RestoredPicture {
  /** What stood in the draft. */
  readonly before: Draft
  readonly picture: Attachment
  /** What was brought back. */
  readonly words: string
  /** A sentence; empty where nothing is missing. */
  readonly missing: string
}

/** By the key of their draft. */
export const useRestored = create<{ readonly restored: Readonly<Record<string, RestoredPicture>> }>()(() => ({
  restored: {},
}))

export function noteRestored(key: string, picture: RestoredPicture) {
  useRestored.setState(({ restored }) => ({ restored: { ...restored, [key]: picture } }))
  focusPrompt()
}

export function forgetRestored(key: string) {
  useRestored.setState(({ restored: { [key]: _forgotten, ...others } }) => ({ restored: others }))
}

/** The draft is what it was before. */
export function takeBackRestored(key: string) {
  const kept = useRestored.getState().restored[key]
  if (!kept) return
  replaceDraft(key, kept.before)
  forgetRestored(key)
  focusPrompt()
}

/** The draft is what it was before, and the picture itself is a reference. */
export function referInstead(key: string) {
  const kept = useRestored.getState().restored[key]
  if (!kept) return
  takeBackRestored(key)
  addAttachment(key, kept.picture)
}
