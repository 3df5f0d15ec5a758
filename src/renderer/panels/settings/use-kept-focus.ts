// Brings the keyboard's focus to what is nearest where the control that had it goes away.
import { type RefObject, useEffect } from 'react'
import { findHeir } from './find-heir'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Where the focus was: the control, what it stands in from the inside out, and all controls around it in order. */
interface Place {
  readonly control: Element
  readonly around: readonly Element[]
  readonly order: readonly Element[]
}

/** For all that is in `root`, and for dialogs and toasts that were reached from there. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const home = root.current
    if (!home) return
    let last: Element | undefined
    let place: Place | undefined
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = target
      if (home.contains(target)) place = toPlace(target, home)
    }
    const mend = () => {
      // One that was left for the page by a click still stands.
      if (document.activeElement !== document.body || !last || last.isConnected || !place) return
      const heir = place.control.isConnected ? place.control : findHeirIn(place)
      if (heir instanceof HTMLElement) heir.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(mend)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [root])
}

function toPlace(control: Element, home: Element): Place {
  const around: Element[] = []
  for (let each = control.parentElement; each; each = each === home ? null : each.parentElement)
    around.push(each)
  return { control, around, order: [...home.querySelectorAll(focusable)] }
}

function findHeirIn({ control, around, order }: Place): Element | undefined {
  const groups = around
    .filter((each) => each.isConnected)
    .map((each) => [...each.querySelectorAll(focusable)])
  return findHeir(order, control, groups)
}
