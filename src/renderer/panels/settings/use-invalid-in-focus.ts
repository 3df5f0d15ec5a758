// Brings the focus to the first field that a form was not sent for.
import { type RefObject, useEffect } from 'react'

export function useInvalidInFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const home = root.current
    if (!home) return
    const look = ({ target }: SubmitEvent) => {
      // By the next frame the form has said what is wrong with it.
      requestAnimationFrame(() => {
        const field = target instanceof HTMLFormElement && target.querySelector('[aria-invalid=true]')
        if (field instanceof HTMLElement) field.focus()
      })
    }
    home.addEventListener('submit', look)
    return () => home.removeEventListener('submit', look)
  }, [root])
}
