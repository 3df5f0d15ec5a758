// Finds text in the open chat: counts the matches, and goes to the next or previous one.
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { FindControls, pressFindKey } from '../../../components/FindControls'
import { formatCount } from '../../../components/format'
import { SearchInput } from '../../../components/TextInput'
import { useDebounced } from '../../../components/use-debounced'
import { focusPrompt } from '../../../state/focus-requests'
import { fetchBranch, readChat, useChat, useTurn } from '../../../state/live-chat'
import { expandPrompt } from '../thread/turn-view'
import type { ThreadList } from '../thread/use-thread-list'
import { findFrom, findInTurn, isSameMatch, type Match } from './find-matches'
import { changeFindText, endFinding, useFinding } from './find-state'
import { markMatches, revealMatch } from './match-marks'

interface ThreadProps {
  readonly conversationId: string
  readonly thread: RefObject<HTMLElement | null>
  readonly list: ThreadList
}

/** The find bar, or the marks of a search hit. */
export function Finding(props: ThreadProps) {
  const { conversationId } = props
  const finding = useFinding(({ finding }) => finding)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends when another chat is opened.
  useEffect(() => endFinding, [conversationId])
  if (finding?.conversationId !== conversationId) return null
  const { terms, bar, hit } = finding
  if (hit) return <HitMarks {...props} terms={terms} turnId={hit} />
  return bar && <FindBar {...props} text={terms[0] ?? ''} bar={bar} />
}

interface FindBarProps extends ThreadProps {
  readonly text: string
  readonly bar: { readonly opener: Element | null }
}

function FindBar({ conversationId, thread, list, text, bar }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const { matches, index, isLoading, go } = useFind({ conversationId, thread, list, text })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request for the bar moves the focus here.
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [bar])
  const close = () => {
    endFinding()
    const { opener } = bar
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
    else focusPrompt()
  }
  return (
    <search
      aria-label="Find in chat"
      onKeyDown={(event) => pressFindKey(event, field.current, { go, onClose: close })}
      // Above the thread, not over it: it would cover the first prompt.
      className="flex shrink-0 items-center justify-end gap-1 border-line border-b bg-raised px-6 py-1.5"
    >
      <span className="flex w-full max-w-60">
        <SearchInput
          ref={field}
          aria-label="Find"
          placeholder="Find in chat"
          className="h-7.5"
          value={text}
          onChange={({ target }) => changeFindText(target.value)}
        />
      </span>
      <FindControls
        status={text.trim() && describeFound(matches.length, index, isLoading)}
        hasNone={matches.length === 0}
        go={go}
        onClose={close}
      />
    </search>
  )
}

/** While earlier messages are being loaded, there may be more. */
function describeFound(count: number, index: number, isLoading: boolean): string {
  if (count === 0) return isLoading ? 'Searching…' : 'No matches'
  return `${formatCount(index + 1)} of ${formatCount(count)}${isLoading ? '…' : ''}`
}

/** A long chat is not searched again after each character. */
const pauseMs = 120

function useFind({ conversationId, thread, list, text }: ThreadProps & { text: string }) {
  const settled = useDebounced(text, pauseMs)
  const terms = useMemo(() => [settled], [settled])
  const branch = useChat(conversationId, (chat) => chat.branch)
  const turns = useChat(conversationId, (chat) => chat.turns)
  const isEnd = useChat(conversationId, (chat) => chat.isEnd)
  const [isFetching, setIsFetching] = useState(true)
  const [current, setCurrent] = useState<Match | null>(null)
  useEffect(() => {
    if (isEnd) return
    const abort = new AbortController()
    void fetchBranch(conversationId, abort.signal).finally(
      () => !abort.signal.aborted && setIsFetching(false),
    )
    return () => abort.abort()
  }, [conversationId, isEnd])
  // A turn that has not changed is searched once for each query.
  const searched = useMemo(() => ({ terms, byTurn: new WeakMap<Turn, readonly Match[]>() }), [terms])
  const matches = useMemo(
    () =>
      branch.flatMap((id) => {
        const turn = turns.get(id)
        if (!turn) return []
        const found = searched.byTurn.get(turn) ?? findInTurn(turn, searched.terms)
        searched.byTurn.set(turn, found)
        return found
      }),
    [branch, turns, searched],
  )
  const reveal = useReveal({ conversationId, thread, list }, terms)
  const show = (match: Match) => {
    setCurrent(match)
    reveal(match)
  }
  const showFirst = useEffectEvent(() => {
    const first = findFrom(matches, listFromView(thread.current, branch))
    if (first) show(first)
    else setCurrent(null)
  })
  const hasMatches = matches.length > 0
  // Another text goes to its first match in view or below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when further turns are loaded.
  useEffect(() => showFirst(), [terms, hasMatches])
  useEffect(() => (thread.current ? markMatches(thread.current, terms) : undefined), [thread, terms])
  const index = matches.findIndex((match) => isSameMatch(current, match))
  const go = (step: 1 | -1) => {
    const start = index < 0 && step < 0 ? 0 : index
    const next = matches[(start + step + matches.length) % matches.length]
    if (next) show(next)
  }
  return { matches, index, isLoading: isFetching || isEnd, go }
}

/** Returns a function that scrolls to a match; a later one replaces an earlier one. */
function useReveal({ conversationId, thread, list }: ThreadProps, terms: readonly string[]) {
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  return (match: Match) => {
    cancel.current?.()
    const { branch, turns } = readChat(conversationId)
    const turn = turns.get(match.turnId)
    const index = branch.indexOf(match.turnId)
    if (!turn || index < 0 || !thread.current) return
    if (turn.role === 'user') expandPrompt(turn.id)
    const isRendered = thread.current.querySelector(`[data-turn="${CSS.escape(turn.id)}"]`) !== null
    if (!isRendered) list.scrollToIndex(index, { align: 'start' })
    cancel.current = revealMatch({ thread: thread.current, turn, terms, match })
  }
}

interface HitMarksProps extends ThreadProps {
  readonly turnId: string
  readonly terms: readonly string[]
}

/** Marks the words of a search over all chats, and scrolls to the first one in the turn that was found. */
function HitMarks({ turnId, terms, ...props }: HitMarksProps) {
  const { conversationId, thread } = props
  const isLoaded = useTurn(conversationId, turnId) !== undefined
  const reveal = useReveal(props, terms)
  const revealFirst = useEffectEvent(() => {
    const turn = readChat(conversationId).turns.get(turnId)
    const [first] = turn ? findInTurn(turn, terms) : []
    if (first) reveal(first)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other terms are those of another hit.
  useEffect(() => {
    if (isLoaded) revealFirst()
  }, [isLoaded, turnId, terms])
  useEffect(() => (thread.current ? markMatches(thread.current, terms) : undefined), [thread, terms])
  useEffect(() => {
    const pressKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && endFinding()
    window.addEventListener('keydown', pressKey)
    return () => window.removeEventListener('keydown', pressKey)
  }, [])
  return null
}

/** The turns of the branch from the first one in view on. */
function listFromView(thread: HTMLElement | null, branch: readonly string[]): ReadonlySet<string> {
  const top = thread?.getBoundingClientRect().top ?? 0
  const rows = [...(thread?.querySelectorAll<HTMLElement>('[data-turn]') ?? [])]
  const first = rows.find((row) => row.getBoundingClientRect().bottom > top)?.dataset.turn
  return new Set(branch.slice(Math.max(0, branch.indexOf(first ?? ''))))
}
