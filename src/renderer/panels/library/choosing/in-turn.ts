// What keys and clicks ask for among the items, one after the other: each finds chosen what the one before has chosen.

type Work = () => unknown

export interface Turns {
  /** Begins at once where nothing earlier is waited for. Resolves once it is done, or has failed, which stops no other. */
  take(work: Work): Promise<void>
  /** Whether something is waited for. */
  isBusy(): boolean
}

export function createTurns(onFailed: (error: unknown) => void): Turns {
  const waiting: (() => Promise<void>)[] = []
  let busy = false

  const goOn = async () => {
    busy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
    busy = false
  }
  const attempt = async (work: Work) => {
    try {
      await work()
    } catch (error) {
      onFailed(error)
    }
  }
  return {
    isBusy: () => busy,
    take: (work) =>
      new Promise((resolve) => {
        waiting.push(() => attempt(work).then(resolve))
        if (!busy) void goOn()
      }),
  }
}
