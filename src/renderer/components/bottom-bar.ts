// Keeps toasts above the controls at the bottom of the window.
import { create } from 'zustand'

const bars = new Set<Element>()

/** The height that such controls cover, from the bottom of the window, in CSS pixels. */
export const useCoveredHeight = create<{ height: number }>()(() => ({ height: 0 }))

function measure() {
  const tops = [...bars].map((bar) => bar.getBoundingClientRect().top)
  useCoveredHeight.setState({ height: Math.max(0, ...tops.map((top) => window.innerHeight - top)) })
}

/** The `ref` of an element with controls at the bottom of a panel. Returns its cleanup function. */
export function bottomBar(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined
  bars.add(bar)
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  observer.observe(document.documentElement)
  return () => {
    observer.disconnect()
    bars.delete(bar)
    measure()
  }
}
