// A text that is typed, to find what is near it: embedded as a query, and paid for at most once.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { Button } from '../../../../components/Button'
import { isPlainEnter } from '../../../../components/is-plain-enter'
import { Notice } from '../../../../components/Notice'
import { TextArea } from '../../../../components/TextArea'
import { typeQuery, useEmbeddingComparison } from '../../state/embedding-comparing'
import { useQueryVector } from './use-answer'
import { useQueryRequest } from './use-asking'

export function QueryForm({ set }: { set: EmbeddingSet }) {
  const text = useEmbeddingComparison(({ queries }) => queries[set.id] ?? '')
  const answer = useQueryVector(set)
  const { isRequesting, error, request, stop } = useQueryRequest(set)
  const canSend = text.trim() !== '' && !isRequesting
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 items-start gap-2">
        <TextArea
          aria-label="Query"
          rows={1}
          maxHeight={120}
          placeholder="Type a text, and find the rows that are nearest to it"
          value={text}
          onChange={({ target }) => typeQuery(set.id, target.value)}
          onKeyDown={(event) => {
            // With Control it would run the set.
            if (!isEnter(event.nativeEvent)) return
            event.preventDefault()
            if (canSend) void request(text)
          }}
          className="min-w-0 flex-1"
        />
        {isRequesting ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button look="primary" disabled={!canSend} onClick={() => void request(text)}>
            Find
          </Button>
        )}
      </div>
      {answer && answer.text !== text.trim() && (
        <p className="truncate text-soft text-sm">The rows below are nearest to “{answer.text}”.</p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-faint text-sm">
        <span>Embedded with {set.settings.model} as a retrieval query.</span>
        {answer?.cached && answer.text === text.trim() && (
          <span>It was known already: nothing was asked.</span>
        )}
      </p>
      {error && <Notice tone="danger" title={error} />}
    </div>
  )
}

function isEnter({ key, shiftKey, altKey, isComposing, keyCode }: KeyboardEvent): boolean {
  return isPlainEnter({ key, shiftKey, altKey, isComposing, keyCode, ctrlKey: false, metaKey: false })
}
