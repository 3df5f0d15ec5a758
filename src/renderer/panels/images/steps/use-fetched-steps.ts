// Fetches the turns of the open drawing, those at its end first.
import { useEffect } from 'react'
import { pickMissingTurns } from '../../../state/fetch-turns'
import { fetchInView, readChat, useChat } from '../../../state/live-chat'

/** Turns, counted from the end. */
const first = 24

export function useFetchedSteps(drawingId: string) {
  const branch = useChat(drawingId, (live) => live.branch)
  const alternates = useChat(drawingId, (live) => live.alternates)
  const turns = useChat(drawingId, (live) => live.turns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes may leave something to fetch.
  useEffect(() => {
    const live = readChat(drawingId)
    const to = live.branch.length - 1
    const end = { from: Math.max(0, to - first), to }
    const whole = { from: 0, to }
    fetchInView(drawingId, pickMissingTurns(live, end).length > 0 ? end : whole)
  }, [drawingId, branch, alternates, turns])
}
