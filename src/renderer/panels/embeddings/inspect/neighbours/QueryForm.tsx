// A text that is typed, to find what is near it: embedded as a query, and paid for at most once.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { Button } from '../../../../components/Button'
import { isPlainEnter } from '../../../../components/keyboard'
import { Notice } from '../../../../components/Notice'
import { TextArea } from '../../../../components/TextInput'
import { typeQuery, useEmbeddingComparing } from '../../state/embedding-comparing'
import { useAnswer } from './use-answer'
import { useAsking } from './use-asking'

export function QueryForm({ set }: { set: EmbeddingSet }) {
  const text = useEmbeddingComparing(({ queries }) => queries[set.id] ?? '')
  const answer = useAnswer(set)
  const { isAsking, error, ask, stop } = useAsking(set)
  const canAsk = text.trim() !== '' && !isAsking
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
            if (canAsk) void ask(text)
          }}
          className="min-w-0 flex-1"
        />
        {isAsking ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button look="primary" disabled={!canAsk} onClick={() => void ask(text)}>
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
