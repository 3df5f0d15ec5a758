// Keeps the Library in step with its folder: looked through when the panel opens and when the window comes to the front.
import { useEffect, useState } from 'react'
import { reconcileLibrary } from './actions/item-verbs'

/** Not again within so many milliseconds. */
const pause = 3_000
/** The panel itself comes first. */
const delay = 400

/** Why it could not be looked through; null where it could. */
export function useReconciling(): string | null {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY
    let isUnderWay = false
    let isGone = false
    const look = async () => {
      if (isUnderWay || performance.now() - last < pause) return
      isUnderWay = true
      const told = await reconcileLibrary()
      isUnderWay = false
      last = performance.now()
      if (!isGone) setFailure(told)
    }
    const come = () => void look()
    const timer = setTimeout(come, delay)
    window.addEventListener('focus', come)
    return () => {
      isGone = true
      clearTimeout(timer)
      window.removeEventListener('focus', come)
    }
  }, [])
  return failure
}
