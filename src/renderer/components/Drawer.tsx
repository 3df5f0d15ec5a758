// A button that opens a list in a drawer if there is no space beside the panel.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from './Dialog'
import { IconButton } from './IconButton'

interface DrawerProps {
  readonly label: string
  readonly icon: LucideIcon
  /** Subscribes to what closes it: that something was opened from it. Returns an unsubscribe function. */
  readonly closeOn?: (close: () => void) => () => void
  readonly children: ReactNode
}

export function Drawer({ label, icon, closeOn, children }: DrawerProps) {
  const [open, setOpen] = useState(false)
  useEffect(() => (open ? closeOn?.(() => setOpen(false)) : undefined), [open, closeOn])
  return (
    <>
      <IconButton
        label={label}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title={label} untitled size="left-drawer">
        {children}
      </Dialog>
    </>
  )
}
