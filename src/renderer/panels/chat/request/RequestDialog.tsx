// What lies behind an answer: the exchange with the model, and the request as code.
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Dialog } from '../../../components/Dialog'
import { Tabs } from '../../../components/Tabs'
import { CodeView } from './CodeView'
import { ExchangeView } from './ExchangeView'

export type RequestView = 'exchange' | 'code'

interface RequestDialogProps {
  readonly turn: Turn
  /** The one that is shown first. */
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

/** Made anew at each opening: it begins with the view that was asked for. */
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
