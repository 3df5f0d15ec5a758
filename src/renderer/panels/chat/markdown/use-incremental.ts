// A memo whose next result continues from its previous one: only the new end of streamed text is processed.
import { useState } from 'react'

/**
 * Returns a function that passes its arguments to `update`, after the previous result. `update` must accept any
 * previous result, because React may discard a render.
 */
export function useIncremental<Result, Args extends readonly unknown[]>(
  update: (previous: Result, ...args: Args) => Result,
  initial: Result,
): (...args: Args) => Result {
  const [compute] = useState(() => {
    let previous = initial
    return (...args: Args) => {
      previous = update(previous, ...args)
      return previous
    }
  })
  return compute
}
