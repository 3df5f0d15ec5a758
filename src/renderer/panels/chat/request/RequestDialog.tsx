// The exchange behind an answer, and its request as code.
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Dialog } from '../../../components/Dialog'
import { Tabs } from '../../../components/Tabs'
import { CodeView } from './CodeView'
import { ExchangeView } from './ExchangeView'

export type RequestView = 'exchange' | 'code'

interface RequestDialogProps {
  readonly turn: Turn
  /** Shown first. */
  readonly view: RequestView
  readonly open: boolean
  readonly onClose: () => void
}

export function RequestDialog({ turn, view, open, onClose }: RequestDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Request"
      className="top-[6vh]! h-[88vh] max-h-none! w-[min(960px,calc(100vw-48px))]!"
    >
      <RequestViews turn={turn} view={view} />
    </Dialog>
  )
}

/** Mounted each time the dialog opens, so that it starts with the requested view. */
function RequestViews({ turn, view }: Pick<RequestDialogProps, 'turn' | 'view'>) {
  const [shown, setShown] = useState<string>(view)
  return (
    <Tabs
      label="Views of the request"
      value={shown}
      onChange={setShown}
      tabs={[
        { id: 'exchange', name: 'Exchange', content: <ExchangeView turn={turn} /> },
        { id: 'code', name: 'Code', content: <CodeView turn={turn} /> },
      ]}
    />
  )
}
