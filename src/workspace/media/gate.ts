// Lets work pass by many at once, or one alone while nothing else is inside.

export interface Gate {
  /** Waits while the gate is shut. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>
  /** Lets nobody in, waits until all are out, works alone. */
  shut<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves once nobody is inside. */
  empty(): Promise<void>
}

export function createGate(): Gate {
  const inside = new Set<Promise<unknown>>()
  let shut: Promise<unknown> | undefined

  async function empty(): Promise<void> {
    while (inside.size > 0) await Promise.allSettled(inside)
  }

  return {
    empty,
    async pass(work) {
      while (shut !== undefined) await shut
      const passing = work()
      inside.add(passing)
      try {
        return await passing
      } finally {
        inside.delete(passing)
      }
    },
    async shut(work) {
      while (shut !== undefined) await shut
      const alone = empty().then(work)
      shut = alone.catch(() => undefined)
      try {
        return await alone
      } finally {
        shut = undefined
      }
    },
  }
}
