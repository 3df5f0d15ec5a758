// Where in its thread a conversation is to be shown: at its end, or at one turn.
import { create } from 'zustand'

export interface ThreadWish {
  readonly conversationId: string
  /** Null is the end. */
  readonly turnId: string | null
}

/** The newest wish, until the thread has followed it. */
export const useThreadWish = create<{ wish: ThreadWish | null }>()(() => ({ wish: null }))

export function wishToSee(wish: ThreadWish) {
  useThreadWish.setState({ wish })
}

export function forgetWish(wish: ThreadWish) {
  useThreadWish.setState((state) => (state.wish === wish ? { wish: null } : state))
}
