// Tells answers to the same request apart while they are under way together: the variations of one prompt.

interface Take {
  /** 0 for the first, and for one that is alone. */
  readonly index: number
  readonly release: () => void
}

export interface Takes {
  /** Equal texts are the same request. */
  claim(request: string): Take
}

/** Counts on as long as one of them is under way: one that is soon done, or stopped, leaves its number to nobody. */
export function createTakes(): Takes {
  const underWay = new Map<string, { begun: number; open: number }>()
  return {
    claim(request) {
      const group = underWay.get(request) ?? { begun: 0, open: 0 }
      underWay.set(request, group)
      const index = group.begun
      group.begun += 1
      group.open += 1
      return {
        index,
        release() {
          group.open -= 1
          if (group.open === 0) underWay.delete(request)
        },
      }
    },
  }
}
