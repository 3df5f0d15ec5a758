// Where words are looked for in a transcript, and others put in their place.
import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { Button } from '../../../../components/Button'
import { formatCount } from '../../../../components/format'
import { IconButton } from '../../../../components/IconButton'
import { isComposing } from '../../../../components/keyboard'
import { SearchInput, TextInput } from '../../../../components/TextInput'
import type { TextEditor } from './text-editor'
import { type Finding, useFind } from './use-find'

/** Grows with each wish to look for something, so that the field takes the focus again. */
export interface FindWish {
  readonly field: 'find' | 'replace'
  readonly count: number
}

interface FindBarProps {
  readonly editor: TextEditor | null
  /** Counts the changes of the text. */
  readonly changes: number
  readonly readOnly: boolean
  readonly wish: FindWish
  readonly onClose: () => void
}

export function FindBar({ editor, changes, readOnly, wish, onClose }: FindBarProps) {
  const finding = useFind(editor, changes)
  const [find, replace] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  useEffect(() => {
    const field = wish.field === 'replace' && replace.current ? replace.current : find.current
    field?.focus()
    field?.select()
  }, [wish, find, replace])
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'F3') {
      event.preventDefault()
      event.shiftKey ? finding.goBack() : finding.goNext()
    }
  }
  return (
    <search
      aria-label="Find in the transcript"
      onKeyDown={press}
      className="flex shrink-0 flex-col gap-2 border-line border-b bg-frame px-6 py-2"
    >
      <FindRow finding={finding} field={find} onClose={onClose} />
      {!readOnly && <ReplaceRow finding={finding} field={replace} />}
    </search>
  )
}

interface FindRowProps {
  readonly finding: Finding
  readonly field: Ref<HTMLInputElement>
  readonly onClose: () => void
}

function FindRow({ finding, field, onClose }: FindRowProps) {
  const { query, matches, change, goNext, goBack } = finding
  return (
    <div className="flex flex-wrap items-center gap-1">
      <SearchInput
        ref={field}
        aria-label="Find"
        placeholder="Find"
        value={query.text}
        className="min-w-32"
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          event.shiftKey ? goBack() : goNext()
        }}
      />
      <IconButton
        label="Match case"
        icon={CaseSensitive}
        aria-pressed={query.matchCase}
        className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
        onClick={() => change({ matchCase: !query.matchCase })}
      />
      <IconButton
        label="Whole words"
        icon={WholeWord}
        aria-pressed={query.wholeWord}
        className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
        onClick={() => change({ wholeWord: !query.wholeWord })}
      />
      <span role="status" className="w-28 text-center text-faint text-sm tabular-nums">
        {describeFound(finding)}
      </span>
      <IconButton
        label="Previous match"
        keys="shift+enter"
        icon={ChevronUp}
        disabled={matches.length === 0}
        onClick={goBack}
      />
      <IconButton
        label="Next match"
        keys="enter"
        icon={ChevronDown}
        disabled={matches.length === 0}
        onClick={goNext}
      />
      <IconButton label="Close find" keys="escape" icon={X} onClick={onClose} />
    </div>
  )
}

function ReplaceRow({ finding, field }: { finding: Finding; field: Ref<HTMLInputElement> }) {
  const { replacement, matches, changeReplacement, replace, replaceAll } = finding
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

function describeFound({ query, matches, current }: Finding): string {
  if (query.text === '') return ''
  if (matches.length === 0) return 'No matches'
  if (current < 0) return matches.length === 1 ? '1 match' : `${formatCount(matches.length)} matches`
  return `${formatCount(current + 1)} of ${formatCount(matches.length)}`
}
