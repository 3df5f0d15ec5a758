// Keeps the list of sections and what is in sight together.
import { type RefObject, useEffect, useRef } from 'react'
import { changeSettingsView, sectionIds, useSettingsView } from '../../state/settings-view'

/** A section counts from where its heading comes this near to the top, in pixels. */
const threshold = 96

/** Follows the wishes to be brought somewhere; the function returned is for `onScroll`. */
export function useSectionInSight(scroller: RefObject<HTMLElement | null>): () => void {
  const wishes = useSettingsView((view) => view.wishes)
  // A section near the end can never come to the top: while it is wished for, it stays the current one.
  const wished = useRef(false)
  useEffect(() => {
    const { section } = useSettingsView.getState()
    const target = scroller.current?.querySelector(`#${section}`)
    wished.current = true
    target?.scrollIntoView({ block: 'start' })
    // From the list, the keyboard goes on in the section; a field that was asked for has taken the focus itself.
    if (scroller.current?.querySelector('nav')?.contains(document.activeElement) && wishes > 0)
      target?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    const timer = setTimeout(() => {
      wished.current = false
    }, 100)
    return () => clearTimeout(timer)
  }, [wishes, scroller])
  return () => {
    if (wished.current || !scroller.current) return
    const section = findInSight(scroller.current)
    if (section !== useSettingsView.getState().section) changeSettingsView({ section })
  }
}

function findInSight(scroller: HTMLElement) {
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
  const top = scroller.getBoundingClientRect().top + threshold
  const passed = sectionIds.filter((id) => {
    const section = scroller.querySelector(`#${id}`)
    return section !== null && section.getBoundingClientRect().top <= top
  })
  return (isAtEnd ? sectionIds.at(-1) : passed.at(-1)) ?? 'upstream'
}
