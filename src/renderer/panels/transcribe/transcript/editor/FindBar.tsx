// Finds and replaces words in a transcript.

import { CaseSensitive, WholeWord } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/Button'
import { FindControls, pressFindKey } from '../../../../components/FindControls'
import { formatCount, formatPlural } from '../../../../components/format'
import { IconButton } from '../../../../components/IconButton'
import { isComposing } from '../../../../components/keyboard'
import { SearchInput, TextInput } from '../../../../components/TextInput'
import { useDebounced } from '../../../../components/use-debounced'
import { toastUndo } from '../../../../state/undo'
import type { TextEditor } from './text-editor'
import { type FindQuery, findMatches, findNext, findPrevious, type Match, toSearchStart } from './text-search'

/** A new object for each request, so that the field gets the focus again. */
export interface FindRequest {
  readonly field: 'find' | 'replace'
}

interface FindBarProps {
  readonly editor: TextEditor | null
  /** Counts the changes of the text. */
  readonly changes: number
  readonly readOnly: boolean
  readonly request: FindRequest
  readonly onClose: () => void
}

export function FindBar({ editor, changes, readOnly, request, onClose }: FindBarProps) {
  const find = useFind(editor, changes)
  const findField = useRef<HTMLInputElement>(null)
  const replaceField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = (request.field === 'replace' && replaceField.current) || findField.current
    field?.focus()
    field?.select()
  }, [request])
  return (
    <search
      aria-label="Find in transcript"
      onKeyDown={(event) => pressFindKey(event, findField.current, { go: find.go, onClose })}
      className="flex shrink-0 flex-col gap-2 border-line border-b bg-frame px-6 py-2"
    >
      <FindRow find={find} field={findField} onClose={onClose} />
      {!readOnly && <ReplaceRow find={find} field={replaceField} />}
    </search>
  )
}

const toggles = [
  { option: 'matchCase', label: 'Match case', icon: CaseSensitive },
  { option: 'wholeWord', label: 'Whole words', icon: WholeWord },
] as const

interface FindRowProps {
  readonly find: FindState
  readonly field: Ref<HTMLInputElement>
  readonly onClose: () => void
}

function FindRow({ find, field, onClose }: FindRowProps) {
  const { query, matches, change, go } = find
  return (
    <div className="flex flex-wrap items-center gap-1">
      <SearchInput
        ref={field}
        aria-label="Find"
        placeholder="Find"
        value={query.text}
        className="min-w-32"
        onChange={({ target }) => change({ text: target.value })}
      />
      {toggles.map(({ option, label, icon }) => (
        <IconButton
          key={option}
          label={label}
          icon={icon}
          aria-pressed={query[option]}
          className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
          onClick={() => change({ [option]: !query[option] })}
        />
      ))}
      <FindControls status={describeFound(find)} hasNone={matches.length === 0} go={go} onClose={onClose} />
    </div>
  )
}

function ReplaceRow({ find, field }: { find: FindState; field: Ref<HTMLInputElement> }) {
  const { replacement, matches, changeReplacement, replace, replaceAll } = find
  return (
    <div className="flex items-center gap-1">
      <TextInput
        ref={field}
        aria-label="Replace with"
        placeholder="Replace with"
        value={replacement}
        onChange={({ target }) => changeReplacement(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          replace()
        }}
      />
      <Button disabled={matches.length === 0} onClick={replace}>
        Replace
      </Button>
      <Button disabled={matches.length === 0} onClick={replaceAll}>
        Replace all
      </Button>
    </div>
  )
}

function describeFound({ query, matches, current }: FindState): string {
  if (query.text === '') return ''
  if (matches.length === 0) return 'No matches'
  if (current < 0) return formatPlural(matches.length, 'match', 'matches')
  return `${formatCount(current + 1)} of ${formatCount(matches.length)}`
}

type FindState = ReturnType<typeof useFind>

const noMatches: readonly Match[] = []

/** A long text is not searched again after each character. */
const pauseMs = 120

function useFind(editor: TextEditor | null, changes: number) {
  const [query, setQuery] = useState<FindQuery>(() => ({
    text: editor?.readSelected() ?? '',
    matchCase: false,
    wholeWord: false,
  }))
  const [replacement, setReplacement] = useState('')
  /** `current` is -1 if no match is selected. */
  const [{ matches, current }, setFound] = useState({ matches: noMatches, current: -1 })
  const settled = useDebounced(changes, pauseMs)

  const mark = (found: readonly Match[], at: number) => {
    setFound({ matches: found, current: at })
    editor?.mark(query, found[at])
  }
  const show = (found: readonly Match[], at: number) => {
    mark(found, at)
    const match = found[at]
    if (match) editor?.select(match)
  }
  // Another query goes to the first match after the cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text is searched again below, without moving.
  useEffect(() => {
    if (!editor) return
    const found = findMatches(editor.read(), query)
    show(found, findNext(found, editor.selection.from))
  }, [editor, query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the text of the transcript triggers this.
  useEffect(() => {
    if (!editor) return
    const found = findMatches(editor.read(), query)
    mark(
      found,
      found.findIndex(({ from }) => from === editor.selection.from),
    )
  }, [editor, settled])
  useEffect(() => () => editor?.mark(null), [editor])

  /** In the present text: it may just have been edited. */
  const search = () => (editor ? findMatches(editor.read(), query) : noMatches)
  const goNext = () => {
    const found = search()
    if (editor) show(found, findNext(found, toSearchStart(found, editor.selection)))
  }
  const goBack = () => {
    const found = search()
    show(found, findPrevious(found, editor?.selection.from ?? 0))
  }
  const replace = () => {
    const found = search()
    const match = found.find(({ from }) => from === editor?.selection.from)
    if (!editor || !match) return goNext()
    editor.replace([match], replacement)
    const left = search()
    show(left, findNext(left, match.from + replacement.length))
  }
  const replaceAll = () => {
    const found = search()
    if (!editor || found.length === 0) return
    const undo = editor.replace(found, replacement)
    toastUndo(`${formatPlural(found.length, 'place')} replaced`, undo.run, undo)
  }
  const change = (part: Partial<FindQuery>) => setQuery((before) => ({ ...before, ...part }))
  return {
    query,
    replacement,
    matches,
    current,
    change,
    changeReplacement: setReplacement,
    go: (step: 1 | -1) => (step > 0 ? goNext() : goBack()),
    replace,
    replaceAll,
  }
}
