// One turn of the thread, whatever has become of it; a failure in it stays in it.
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Boundary } from '../../components/Boundary'
import { Button } from '../../components/Button'
import { joinClasses } from '../../components/join-classes'
import { Notice } from '../../components/Notice'
import { useChat, useTurn } from '../../state/live-chat'
import { Comparison } from './compare/Comparison'
import { listColumns } from './compare/list-columns'
import { Answer } from './thread/Answer'
import { Prompt } from './thread/Prompt'
import type { TurnRowProps } from './thread/Thread'
import { TurnSkeleton } from './thread/TurnSkeleton'

export const TurnRow = memo(function TurnRow(props: TurnRowProps) {
  const { conversationId, turnId, isLast, isMarked, toModelName } = props
  const turn = useTurn(conversationId, turnId)
  // As one text, so that it is the same as long as the columns are.
  const columns = useChat(conversationId, (chat) => listColumns(chat, turnId).join(' '))
  const row = useRef<HTMLDivElement>(null)
  const isHere = turn !== undefined
  useLayoutEffect(() => {
    if (!isMarked || !isHere || row.current?.contains(document.activeElement)) return
    row.current?.focus({ preventScroll: true })
  }, [isMarked, isHere])
  return (
    <div
      ref={row}
      tabIndex={-1}
      className={joinClasses(
        'group/turn flex w-full flex-col rounded-lg outline-none transition-shadow duration-500',
        !columns && 'mx-auto max-w-[736px]',
        isMarked && 'bg-accent-wash shadow-[0_0_0_8px_var(--accent-wash)]',
      )}
    >
      <TurnBoundary>
        {turn && columns ? (
          <Comparison turn={turn} columns={columns.split(' ')} toModelName={toModelName} />
        ) : turn ? (
          <OneTurn turn={turn} isLast={isLast} toModelName={toModelName} />
        ) : (
          <TurnSkeleton conversationId={conversationId} turnId={turnId} />
        )}
      </TurnBoundary>
    </div>
  )
})

function OneTurn({
  turn,
  isLast,
  toModelName,
}: Pick<TurnRowProps, 'isLast' | 'toModelName'> & { turn: Turn }) {
  if (turn.role === 'user') return <Prompt turn={turn} isLast={isLast} />
  return <Answer turn={turn} modelName={toModelName(turn.model)} isLast={isLast} />
}

function TurnBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={({ error, retry }) => (
        <Notice
          tone="danger"
          title="This message cannot be shown."
          actions={
            <Button size="small" onClick={retry}>
              Show again
            </Button>
          }
        >
          {error.message}
        </Notice>
      )}
    >
      {children}
    </Boundary>
  )
}
