// Short messages over the work, with a way back where there is one.
import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'

/** Custom properties that the toaster reads; its own would be black and white. */
const look = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  '--border-radius': '8px',
} as const

export function Toasts() {
  return (
    <Toaster
      position="top-center"
      // Below the header and the tabs under it, which stay within reach.
      offset={96}
      theme="system"
      duration={8_000}
      // CSSProperties does not know custom properties.
      style={look as CSSProperties}
      toastOptions={{
        actionButtonStyle: {
          background: 'transparent',
          color: 'var(--accent)',
          fontSize: 13,
        },
      }}
    />
  )
}
