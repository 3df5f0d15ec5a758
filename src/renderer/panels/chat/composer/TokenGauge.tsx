// The estimated tokens of the next request, as a share of the model's context window.
import { memo, useMemo } from 'react'
import type { Draft } from '#shared/schemas/draft'
import { formatCompact, formatCount, formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { Tooltip } from '../../../components/Tooltip'
import { useDebounced } from '../../../components/use-debounced'
import { useModels } from '../../../models/use-models'
import { useChat } from '../../../state/live-chat'
import { useConversationParameters } from '../../../state/next-parameters'
import { useUnanswered } from '../../../state/sent-turns'
import { estimateRequest, roundEstimate, type TokenEstimate } from './estimate-tokens'

interface TokenGaugeProps {
  readonly conversationId: string | null
  readonly draft: Draft
}

const pauseMs = 300

interface WindowUse extends TokenEstimate {
  /** The smallest known context window of the models that the prompt is sent to. */
  readonly window: { readonly limit: number; readonly modelName: string } | null
}

/** Null if there is nothing to send. */
function useWindowUse({ conversationId, draft }: TokenGaugeProps): WindowUse | null {
  const own = useConversationParameters(conversationId)
  const { models } = useModels()
  const { text, attachments, columns } = useDebounced(draft, pauseMs)
  const branch = useChat(conversationId, (chat) => chat.branch)
  // A running answer changes with each frame; it is counted once it has ended.
  const turns = useChat(conversationId, (chat) => chat.turns)
  const unanswered = useUnanswered(conversationId)
  return useMemo(() => {
    const history = branch.flatMap((id) => (unanswered.has(id) ? [] : (turns.get(id) ?? [])))
    const targets = columns ?? [own]
    const [largest] = targets
      .map((parameters) => estimateRequest({ draft: { text, attachments }, parameters, history }))
      .sort((a, b) => b.tokens - a.tokens)
    if (!largest || (largest.historyTokens === 0 && !text.trim() && attachments.length === 0)) return null
    const [window = null] = targets
      .flatMap(({ model }) => models.filter(({ id }) => id === model))
      .flatMap(({ inputTokenLimit: limit, displayName: modelName }) =>
        limit === null ? [] : [{ limit, modelName }],
      )
      .sort((a, b) => a.limit - b.limit)
    return { ...largest, window }
  }, [text, attachments, columns, own, models, branch, turns, unanswered])
}

/** In percent of the window. */
const warnPercent = 80

export function TokenGauge(props: TokenGaugeProps) {
  const use = useWindowUse(props)
  return use && <Gauge use={use} />
}

/** Not rendered again with each typed character. */
const Gauge = memo(function Gauge({ use }: { use: WindowUse }) {
  const { tokens, historyTokens, uncounted, window } = use
  const percent = window ? (tokens / window.limit) * 100 : 0
  const about = `About ${formatPlural(roundEstimate(tokens), 'token')}`
  const facts = [
    historyTokens > 0 && `${formatCount(roundEstimate(historyTokens))} of them are chat history.`,
    uncounted > 0 && `Without ${formatPlural(uncounted, 'file')} of unknown length.`,
    window && `The context window of ${window.modelName} is ${formatCount(window.limit)} tokens.`,
  ]
  return (
    <Tooltip
      label={[`${about}, estimated.`, ...facts].filter((fact) => typeof fact === 'string').join(' ')}
      side="top"
    >
      <span
        className={joinClasses(
          'flex shrink-0 items-center gap-1.5 whitespace-nowrap text-xs tabular-nums',
          percent > 100 ? 'text-danger' : percent > warnPercent ? 'text-warn' : 'text-faint',
        )}
      >
        {window && (
          <>
            <meter
              aria-label="Context window"
              className="sr-only"
              value={Math.min(tokens, window.limit)}
              max={window.limit}
              aria-valuetext={`${about} of ${formatCount(window.limit)}`}
            />
            <Ring percent={percent} />
          </>
        )}
        <span aria-hidden={window !== null} className={joinClasses(window && '@max-[620px]:hidden')}>
          ≈ {formatCompact(roundEstimate(tokens))} {tokens === 1 ? 'token' : 'tokens'}
          {uncounted > 0 && ' +'}
        </span>
      </span>
    </Tooltip>
  )
})

function Ring({ percent }: { percent: number }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 shrink-0 -rotate-90 fill-none">
      <circle cx="8" cy="8" r="6.5" strokeWidth="3" className="stroke-line-strong" />
      <circle
        cx="8"
        cy="8"
        r="6.5"
        strokeWidth="3"
        pathLength={100}
        strokeDasharray={`${Math.min(100, Math.max(percent, 2))} 100`}
        className="stroke-current"
      />
    </svg>
  )
}

/** Warns if the request is probably longer than the model reads. It can be sent: the number is an estimate. */
export function WindowNotice(props: TokenGaugeProps) {
  const use = useWindowUse(props)
  if (!use?.window || use.tokens <= use.window.limit) return null
  const { tokens, historyTokens, window } = use
  const advice =
    historyTokens > tokens / 2
      ? 'Start a new chat, or choose a model with a larger one.'
      : 'Shorten the prompt, remove files, or choose a model with a larger one.'
  return (
    <div role="status">
      <Notice tone="warn" title="This request may not fit the context window">
        {`About ${formatCount(roundEstimate(tokens))} tokens. ${window.modelName} has a context window of ${formatCount(window.limit)}. ${advice}`}
      </Notice>
    </div>
  )
}
