// Work that is wished for faster than it can be done: a few at a time, the newest wish first, forgotten when nobody waits.

interface WishQueue<Outcome> {
  /** Tells the outcome once it is known; what it returns takes the wish back. */
  wish(key: string, onOutcome: (outcome: Outcome) => void): () => void
}

interface WishWork<Outcome> {
  readonly atOnce: number
  readonly work: (key: string) => Promise<Outcome>
  /** What came of work that threw. */
  readonly onError: (error: unknown) => Outcome
  /** Asked again, such an outcome would be the same. */
  readonly isFinal: (outcome: Outcome) => boolean
}

export function createWishQueue<Outcome>({ atOnce, work, onError, isFinal }: WishWork<Outcome>) {
  /** In the order of the wishes, the oldest first. */
  const wishes = new Map<string, Set<(outcome: Outcome) => void>>()
  const underWay = new Set<string>()
  const known = new Map<string, Outcome>()

  function takeUp() {
    while (underWay.size < atOnce) {
      const next = [...wishes.keys()].reverse().find((key) => !underWay.has(key))
      if (next === undefined) return
      underWay.add(next)
      void grant(next)
    }
  }

  async function grant(key: string) {
    const outcome = await work(key).catch(onError)
    underWay.delete(key)
    if (isFinal(outcome)) known.set(key, outcome)
    const waiting = wishes.get(key) ?? new Set()
    wishes.delete(key)
    for (const tell of waiting) tell(outcome)
    takeUp()
  }

  const queue: WishQueue<Outcome> = {
    wish(key, onOutcome) {
      const outcome = known.get(key)
      if (outcome !== undefined) {
        onOutcome(outcome)
        return () => undefined
      }
      const waiting = wishes.get(key) ?? new Set()
      waiting.add(onOutcome)
      // Wished for again it is the newest.
      wishes.delete(key)
      wishes.set(key, waiting)
      takeUp()
      return () => {
        waiting.delete(onOutcome)
        if (waiting.size === 0 && wishes.get(key) === waiting) wishes.delete(key)
      }
    },
  }
  return queue
}
