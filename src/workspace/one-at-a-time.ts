// Has works done one after the other, in the order in which they were asked for.

type OneAtATime = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Begins at once where nothing else is going on. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> | undefined
  return (work) => {
    const going = last ? last.then(work) : work()
    const ended = going.then(
      () => undefined,
      () => undefined,
    )
    last = ended
    void ended.then(() => {
      if (last === ended) last = undefined
    })
    return going
  }
}
