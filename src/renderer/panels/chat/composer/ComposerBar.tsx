// The line under the prompt: what goes along with it, and the buttons that send and stop.
import { ArrowUp, Square } from 'lucide-react'
import { SizeMeter } from '../../../attachments/SizeMeter'
import type { TravelSize } from '../../../attachments/travel-size'
import { Button } from '../../../components/Button'
import { Kbd } from '../../../components/Kbd'
import { ComposerTools } from './ComposerTools'
import type { ComposerDialog } from './composer-dialog'

interface ComposerBarProps {
  /** Null while nothing is attached. */
  readonly size: TravelSize | null
  readonly running: boolean
  readonly isStoppable: boolean
  readonly sending: boolean
  /** Why it cannot be sent; empty where there is nothing to send. */
  readonly obstacle: string | undefined
  readonly onDialog: (dialog: ComposerDialog) => void
  readonly onStop: () => void
}

export function ComposerBar(props: ComposerBarProps) {
  const { size, running, isStoppable, sending, obstacle, onDialog, onStop } = props
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 p-2">
      <ComposerTools onDialog={onDialog} />
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-1">
        {size && <SizeMeter size={size} />}
        <span className="@max-[720px]:hidden flex items-center gap-1.5 text-faint text-xs">
          {isStoppable ? <Kbd keys="escape" /> : <Kbd keys="enter" />}{' '}
          {isStoppable ? 'stops' : running ? 'queues' : 'sends'}
        </span>
        {isStoppable && (
          <Button onClick={onStop}>
            <Square size={12} aria-hidden="true" fill="currentColor" />
            Stop
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          disabled={sending || obstacle !== undefined}
          title={obstacle || undefined}
        >
          <ArrowUp size={14} aria-hidden="true" />
          {running ? 'Queue' : 'Send'}
        </Button>
      </span>
    </div>
  )
}
