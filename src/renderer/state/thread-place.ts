// Where in its thread a conversation is to be shown: at its end, or at one turn.
import { create } from 'zustand'
import { announce } from './announcement'

export interface ThreadWish {
  readonly conversationId: string
  /** Null is the end. */
  readonly turnId: string | null
  /** It was looked for by its words, and is announced once it is in sight. */
  readonly isHit?: boolean
}

/** The newest wish, until the thread has followed it. */
export const useThreadWish = create<{ wish: ThreadWish | null }>()(() => ({ wish: null }))

export function wishToSee(wish: ThreadWish) {
  useThreadWish.setState({ wish })
}

/** Whoever cannot see the thread move is told so, but for what they have asked for by name. */
export function tellArrival({ isHit }: ThreadWish) {
  if (isHit) announce('Message found.')
}

export function forgetWish(wish: ThreadWish) {
  useThreadWish.setState((state) => (state.wish === wish ? { wish: null } : state))
}
