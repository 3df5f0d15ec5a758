// Runs what keys and clicks request one after the other, so that each sees the result of the one before.

type Task = () => unknown

export interface InputQueue {
  /** Starts immediately if nothing is running. Resolves when the task is done or has failed, which stops no other. */
  enqueue(task: Task): Promise<void>
  isBusy(): boolean
}

export function createInputQueue(onError: (error: unknown) => void): InputQueue {
  const waiting: (() => Promise<void>)[] = []
  let busy = false

  const runAll = async () => {
    busy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
    busy = false
  }
  const attempt = async (task: Task) => {
    try {
      await task()
    } catch (error) {
      onError(error)
    }
  }
  return {
    isBusy: () => busy,
    enqueue: (task) =>
      new Promise((resolve) => {
        waiting.push(() => attempt(task).then(resolve))
        if (!busy) void runAll()
      }),
  }
}
