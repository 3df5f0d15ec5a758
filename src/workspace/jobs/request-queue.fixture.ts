// Requests that wait for a test to answer them.

/** Returns requests one by one, in the order in which they arrive. */
export function createRequestQueue<Request>() {
  const received: Request[] = []
  const waiting: ((request: Request) => void)[] = []
  let count = 0
  return {
    count: () => count,
    add(request: Request): void {
      count += 1
      const waiter = waiting.shift()
      if (waiter) waiter(request)
      else received.push(request)
    },
    next(): Promise<Request> {
      const ready = received.shift()
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}
