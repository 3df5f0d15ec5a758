// One turn of the thread; contains rendering errors.
import { memo, useLayoutEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Button } from '../../../components/Button'
import { ErrorBoundary } from '../../../components/ErrorBoundary'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { fetchAgain, useChat, useTurn } from '../../../state/live-chat'
import { Comparison } from '../compare/Comparison'
import { listVersions, useVersionColumns } from '../compare/compared-versions'
import { listColumns } from '../compare/comparison-columns'
import { Answer } from './Answer'
import { Prompt } from './Prompt'
import { TurnEditor } from './TurnEditor'
import { useTurnEdit } from './turn-edits'
import { skeletonHeight } from './use-thread-list'

interface TurnRowProps {
  readonly conversationId: string
  readonly turnId: string
  /** The last turn of the branch. */
  readonly isLast: boolean
  /** A search hit, highlighted briefly. */
  readonly isMarked: boolean
}

/** Subscribes to the conversation itself, so that it does not re-render when the list scrolls or grows. */
export const TurnRow = memo(function TurnRow(props: TurnRowProps) {
  const { conversationId, turnId, isLast, isMarked } = props
  const turn = useTurn(conversationId, turnId)
  const columns = useChat(
    conversationId,
    useShallow((chat) => listColumns(chat, turnId)),
  )
  const versions = useChat(conversationId, (chat) => listVersions(chat, turnId))
  const versionColumns = useVersionColumns(versions, turnId)
  const isReviewed = columns.length === 0 && versionColumns.length > 0
  const compared = (isReviewed ? versionColumns : columns).length
  const isCompared = compared > 0
  const editedTexts = useTurnEdit(turnId)
  const row = useRef<HTMLDivElement>(null)
  const isLoaded = turn !== undefined
  useLayoutEffect(() => {
    if (!isMarked || !isLoaded || row.current?.contains(document.activeElement)) return
    row.current?.focus({ preventScroll: true })
  }, [isMarked, isLoaded])
  return (
    <div
      ref={row}
      data-turn={turnId}
      tabIndex={-1}
      className={joinClasses(
        'group/turn flex w-full flex-col rounded-lg outline-none transition-shadow duration-500',
        compared <= 2 && 'mx-auto max-w-[736px]',
        compared === 2 && 'min-[1700px]:max-w-[1120px]',
        isMarked && 'bg-accent-wash shadow-[0_0_0_8px_var(--accent-wash)]',
      )}
    >
      <ErrorBoundary
        fallback={({ error, retry }) => (
          <Notice
            tone="danger"
            title="Couldn’t show this message"
            actions={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Notice>
        )}
      >
        {!turn ? (
          <TurnSkeleton conversationId={conversationId} turnId={turnId} />
        ) : isCompared ? (
          <Comparison turn={turn} columns={isReviewed ? versionColumns : columns} isReviewed={isReviewed} />
        ) : editedTexts ? (
          <TurnEditor turn={turn} texts={editedTexts} />
        ) : turn.role === 'user' ? (
          <Prompt turn={turn} isLast={isLast} />
        ) : (
          <Answer turn={turn} isLast={isLast} />
        )}
      </ErrorBoundary>
    </div>
  )
})

/** Placeholder for a turn that is being loaded, or could not be loaded. */
function TurnSkeleton({ conversationId, turnId }: Pick<TurnRowProps, 'conversationId' | 'turnId'>) {
  const reason = useChat(conversationId, (chat) => chat.missing.get(turnId))
  return (
    <div style={{ minHeight: skeletonHeight }}>
      {reason === undefined ? (
        <Skeleton label="Loading message…" widths={['32%', '88%', '76%', '54%']} className="py-2" />
      ) : (
        <Notice
          tone="warn"
          title="Couldn’t load this message"
          actions={
            <Button size="small" onClick={() => fetchAgain(conversationId, turnId)}>
              Try again
            </Button>
          }
        >
          {reason}
        </Notice>
      )}
    </div>
  )
}
