// Versions of an answer that are shown side by side again, after one of them was kept.
import { useMemo } from 'react'
import { create } from 'zustand'
import type { LiveChat } from '../../../state/fold-chat'

/** The versions of an answer by the first of them, so that they stay compared while another one is shown. */
const useComparedVersions = create<{ readonly opened: ReadonlySet<string> }>()(() => ({ opened: new Set() }))

const maxVersions = 4

const none: readonly string[] = []

/** Empty if they are not compared. */
export function useVersionColumns(versions: readonly string[], turnId: string): readonly string[] {
  const isOpen = useComparedVersions(({ opened }) => opened.has(versions[0] ?? ''))
  return useMemo(
    () => (isOpen && versions.length > 1 ? pickVersions(versions, turnId) : none),
    [isOpen, versions, turnId],
  )
}

export function compareVersions(versions: readonly string[], isOpen: boolean) {
  const [first] = versions
  if (first === undefined) return
  useComparedVersions.setState(({ opened }) => {
    const next = new Set(opened)
    if (isOpen) next.add(first)
    else next.delete(first)
    return { opened: next }
  })
}

/** The shown version with those before it, then those after it. */
export function pickVersions(versions: readonly string[], turnId: string): readonly string[] {
  const from = Math.max(0, versions.indexOf(turnId) - maxVersions + 1)
  return versions.slice(from, from + maxVersions)
}

export function listVersions(chat: LiveChat, turnId: string): readonly string[] {
  return chat.alternates[turnId] ?? none
}
