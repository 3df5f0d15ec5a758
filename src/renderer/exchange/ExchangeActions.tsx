// The actions for a request of the log: replay, edit, copy, compare, export.
import { useQuery } from '@tanstack/react-query'
import {
  CodeXml,
  Columns2,
  Copy,
  Download,
  Ellipsis,
  Pencil,
  RotateCcw,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { toCurl } from '#shared/endpoints/samples/curl'
import { toReplay } from '#shared/exchange/replay-request'
import type { Exchange } from '#shared/schemas/exchange'
import { queries } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { IconButton } from '../components/IconButton'
import { Menu, type MenuItem } from '../components/Menu'
import { Tooltip } from '../components/Tooltip'
import { CompareDialog, useComparison } from './CompareDialog'
import { EditRequestDialog } from './EditRequestDialog'
import { exportHar } from './export-har'
import { fitRequest } from './fit-request'
import { fittingPanelNames, openInPanel } from './open-in-panel'
import {
  cancelSending,
  describeReplay,
  type OpenSent,
  ReplayDialog,
  replayRequest,
  useSending,
  warnOfBill,
} from './ReplayDialog'
import { RequestCode } from './RequestCode'
import { toSampleRequest } from './to-sample-request'

interface ExchangeActionsProps {
  readonly exchange: Exchange
  readonly onSent?: OpenSent | undefined
}

type Opened = 'replay' | 'edit' | 'code' | 'compare'

export function ExchangeActions({ exchange, onSent }: ExchangeActionsProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { isSending } = useSending()
  const status = useQuery(queries.application.status.queryOptions())
  const first = useComparison((state) => state.first)
  const { problem } = toReplay(exchange)
  const upstream = status.data?.upstream
  const question = describeReplay(exchange, upstream)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isSending ? (
        <Button size="small" onClick={cancelSending}>
          <X size={14} aria-hidden="true" />
          Cancel request
        </Button>
      ) : (
        <Tooltip label={problem ?? 'Send the same request again'}>
          <Button
            size="small"
            aria-disabled={problem !== undefined}
            aria-description={problem}
            className={problem === undefined ? '' : 'opacity-50'}
            onClick={() => {
              if (problem !== undefined) toast(`Can’t replay this request. ${problem}`)
              else if (question) setOpened('replay')
              else replayRequest(exchange.id, onSent)
            }}
          >
            <RotateCcw size={14} aria-hidden="true" />
            Replay request
          </Button>
        </Tooltip>
      )}
      <Button size="small" disabled={isSending} onClick={() => setOpened('edit')}>
        <Pencil size={14} aria-hidden="true" />
        Edit request
      </Button>
      <Menu
        label="Actions for this request"
        trigger={<IconButton size="small" label="More request actions" icon={Ellipsis} />}
        items={listItems({ exchange, first, open: setOpened, url: status.data?.gateway.url ?? null })}
      />
      {opened === 'replay' && question && (
        <ReplayDialog id={exchange.id} question={question} onClose={close} onSent={onSent} />
      )}
      {opened === 'edit' && (
        <EditRequestDialog
          exchange={exchange}
          warning={warnOfBill(exchange, upstream)}
          onClose={close}
          onSent={onSent}
        />
      )}
      {opened === 'code' && (
        <CodeDialog exchange={exchange} baseUrl={status.data?.gateway.url ?? ''} onClose={close} />
      )}
      {opened === 'compare' && first !== null && (
        <CompareDialog
          ids={[first, exchange.id]}
          onClose={() => {
            close()
            useComparison.setState({ first: null })
          }}
        />
      )}
    </div>
  )
}

interface ItemOptions {
  readonly exchange: Exchange
  readonly first: string | null
  readonly url: string | null
  readonly open: (opened: Opened) => void
}

function listItems({ exchange, first, url, open }: ItemOptions): MenuItem[] {
  const sample = toSampleRequest(exchange)
  const code: MenuItem[] =
    sample && url
      ? [
          {
            name: 'Copy as curl',
            icon: Copy,
            onSelect: () => copy(toCurl(sample, { baseUrl: url, key: null }), 'curl command copied'),
          },
          { name: 'View code', icon: CodeXml, onSelect: () => open('code') },
        ]
      : []
  const fitting = fitRequest(exchange)
  const openItem: MenuItem[] = fitting
    ? [
        {
          name: `Open in ${fittingPanelNames[fitting.panel]}`,
          icon: SquareArrowOutUpRight,
          onSelect: () => toastOutcome(openInPanel(fitting), 'Couldn’t open the request'),
        },
      ]
    : []
  return [
    ...openItem,
    ...code,
    { name: 'Copy request ID', icon: Copy, onSelect: () => copy(exchange.id, 'Request ID copied') },
    first === null || first === exchange.id
      ? {
          name: 'Select for comparison',
          icon: Columns2,
          hasSeparator: true,
          onSelect: () => {
            useComparison.setState({ first: exchange.id })
            toast('Selected. Open another request to compare it with.')
          },
        }
      : {
          name: 'Compare with selected request',
          icon: Columns2,
          hasSeparator: true,
          onSelect: () => open('compare'),
        },
    {
      name: 'Export HAR file…',
      icon: Download,
      onSelect: () => exportHar({ ids: [exchange.id] }),
    },
  ]
}

function copy(text: string, message: string) {
  toastOutcome(
    navigator.clipboard.writeText(text).then(() => message),
    'Couldn’t copy',
  )
}

interface CodeDialogProps {
  readonly exchange: Exchange
  readonly baseUrl: string
  readonly onClose: () => void
}

function CodeDialog({ exchange, baseUrl, onClose }: CodeDialogProps) {
  const sample = toSampleRequest(exchange)
  return (
    <Dialog open onClose={onClose} title="Code" size="large">
      {sample && <RequestCode request={sample} baseUrl={baseUrl} />}
    </Dialog>
  )
}
