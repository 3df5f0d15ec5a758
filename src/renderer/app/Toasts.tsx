// Short messages over the work, with a way back where there is one.
import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import { shortWindow, useMediaQuery } from '../components/use-media-query'

/** Custom properties that the toaster reads; its own would be black and white. */
const look = {
  fontFamily: 'inherit',
  // Above a dialog, whose way back stays in reach, and below a menu, which is open for a moment only.
  zIndex: 55,
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  '--border-radius': '8px',
} as const

export function Toasts() {
  const isShort = useMediaQuery(shortWindow)
  return (
    <Toaster
      position="top-center"
      // Below the header and the tabs under it, which stay within reach.
      offset={96}
      mobileOffset={{ top: 52, left: 12, right: 12 }}
      // More of them would lie over all there is.
      visibleToasts={isShort ? 1 : 3}
      theme="system"
      duration={8_000}
      // CSSProperties does not know custom properties.
      style={look as CSSProperties}
      toastOptions={{
        // A dialog takes the pointer from everything else; the way back stays in reach.
        style: { pointerEvents: 'auto' },
        actionButtonStyle: {
          background: 'transparent',
          color: 'var(--accent)',
          fontSize: 13,
        },
      }}
    />
  )
}
