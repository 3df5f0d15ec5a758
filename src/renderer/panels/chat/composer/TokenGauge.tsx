// The estimated tokens of the next request, as a share of the model's context window. Only the provider knows the exact number.
import { memo, useMemo } from 'react'
import type { Attachment, Draft, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { formatCompact, formatCount, formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { Tooltip } from '../../../components/Tooltip'
import { useDebounced } from '../../../components/use-debounced'
import { useComposer } from '../../../composer/PromptForm'
import { useModels } from '../../../models/use-models'
import { readText } from '../../../state/answer-text'
import { useChat } from '../../../state/live-chat'
import { useConversationParameters } from '../../../state/next-parameters'
import { useUnanswered } from '../../../state/sent-turns'

const pauseMs = 300

interface WindowUse extends TokenEstimate {
  /** The smallest known context window of the models that the prompt is sent to. */
  readonly window: { readonly limit: number; readonly modelName: string } | null
}

/** Null if there is nothing to send. */
function useWindowUse(): WindowUse | null {
  const { conversationId, draft } = useComposer()
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

export function TokenGauge() {
  const use = useWindowUse()
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
export function WindowNotice() {
  const use = useWindowUse()
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

interface TokenEstimate {
  readonly tokens: number
  /** The chat before this prompt, which `tokens` includes. */
  readonly historyTokens: number
  /** Files of unknown length, which are not included: audio, video, PDFs, and URLs. */
  readonly uncounted: number
}

interface EstimateInputs {
  readonly draft: Pick<Draft, 'text' | 'attachments'>
  readonly parameters: ChatParameters
  /** The turns of the branch that are loaded, in order. */
  readonly history: readonly Turn[]
}

export function estimateRequest({ draft, parameters, history }: EstimateInputs): TokenEstimate {
  const files = draft.attachments.map(estimateFile)
  const prompt = files.reduce<number>((sum, tokens) => sum + (tokens ?? 0), estimateText(draft.text))
  const before = estimateHistory(history)
  const { systemInstruction = '', functions } = parameters
  const declarations = functions?.on ? JSON.stringify(functions.declarations) : ''
  // A reported number includes them.
  const settings = before.isReported ? 0 : estimateText(systemInstruction) + estimateText(declarations)
  return {
    tokens: before.tokens + settings + prompt,
    historyTokens: before.tokens,
    uncounted: files.filter((tokens) => tokens === null).length,
  }
}

/** The number that the last response reported, and an estimate for what follows it. */
function estimateHistory(history: readonly Turn[]): { tokens: number; isReported: boolean } {
  const reported = history.map(({ usage }) => usage?.promptTokenCount !== undefined)
  const at = reported.lastIndexOf(true)
  const { promptTokenCount = 0, candidatesTokenCount = 0 } = history[at]?.usage ?? {}
  const later = history.slice(at + 1).reduce((sum, turn) => sum + estimateTurn(turn), 0)
  return { tokens: promptTokenCount + candidatesTokenCount + later, isReported: at >= 0 }
}

/** The gauge and the notice read them after each pause in typing; a turn that changes is another object. */
const estimates = new WeakMap<Turn, number>()

function estimateTurn(turn: Turn): number {
  const tokens = estimates.get(turn) ?? estimateText(readText(turn))
  estimates.set(turn, tokens)
  return tokens
}

/** About four characters of English, and one of Chinese, Japanese, or Korean. */
export function estimateText(text: string): number {
  let tokens = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const isEastAsian = (code >= 0x30_40 && code <= 0x9f_ff) || (code >= 0xac_00 && code <= 0xd7_af)
    tokens += isEastAsian ? 1 : code < 0x80 ? 0.25 : 0.4
  }
  return Math.ceil(tokens)
}

const tileTokens = 258
const tilePixels = 768
const smallPixels = 384

/** Null if its length is unknown. Gemini reads a large image as tiles. */
function estimateFile(file: Attachment): number | null {
  if (file.kind === 'uri') return null
  const { mimeType, bytes, width = 0, height = 0 } = file
  if (mimeType.startsWith('image/')) {
    const isSmall = width <= smallPixels && height <= smallPixels
    return isSmall ? tileTokens : tileTokens * Math.ceil(width / tilePixels) * Math.ceil(height / tilePixels)
  }
  return /^text\/|[/+](json|xml|javascript|yaml)$/.test(mimeType) ? Math.ceil(bytes / 4) : null
}

/** Two significant digits: more would pretend to be exact. */
function roundEstimate(tokens: number): number {
  return tokens < 100 ? tokens : Number(tokens.toPrecision(2))
}
