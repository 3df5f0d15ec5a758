// Buttons that open a dialog with the exchange of an answer, or its request as code.
import { ArrowLeftRight, CodeXml } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { Tabs } from '../../../components/Tabs'
import { CodeView } from './CodeView'
import { ExchangeView } from './ExchangeView'

export function RequestActions({ turn }: { turn: Turn }) {
  const [view, setView] = useState('exchange')
  const [open, setOpen] = useState(false)
  const show = (next: string) => {
    setView(next)
    setOpen(true)
  }
  return (
    <>
      <IconButton size="small" label="View request" icon={ArrowLeftRight} onClick={() => show('exchange')} />
      <IconButton size="small" label="View code" icon={CodeXml} onClick={() => show('code')} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Request"
        className="top-[6vh]! h-[88vh] max-h-none! w-[min(960px,calc(100vw-48px))]!"
      >
        <Tabs
          label="Request views"
          value={view}
          onChange={setView}
          tabs={[
            { id: 'exchange', name: 'HTTP log', content: <ExchangeView turn={turn} /> },
            { id: 'code', name: 'Code', content: <CodeView turn={turn} /> },
          ]}
        />
      </Dialog>
    </>
  )
}
