// Finding and replacing in a transcript: what is looked for, where it stands, which place is looked at.
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useSettled } from '../../../../components/use-settled'
import { type FindQuery, findMatches, findNext, findPrevious, type Match } from './find-matches'
import type { TextEditor } from './text-editor'

export interface Finding {
  readonly query: FindQuery
  readonly replacement: string
  readonly matches: readonly Match[]
  /** −1 where none is looked at. */
  readonly current: number
  readonly change: (part: Partial<FindQuery>) => void
  readonly changeReplacement: (text: string) => void
  readonly goNext: () => void
  readonly goBack: () => void
  readonly replace: () => void
  readonly replaceAll: () => void
}

const nothing: readonly Match[] = []

/** Milliseconds in which a long text is not searched anew after each letter. */
const pause = 120

export function useFind(editor: TextEditor | null, changes: number): Finding {
  const [query, setQuery] = useState<FindQuery>(() => ({
    text: editor?.readSelected() ?? '',
    matchCase: false,
    wholeWord: false,
  }))
  const [replacement, setReplacement] = useState('')
  const [{ matches, current }, setFound] = useState({ matches: nothing, current: -1 })
  const settled = useSettled(changes, pause)

  const show = (found: readonly Match[], at: number) => {
    setFound({ matches: found, current: at })
    editor?.mark({ matches: found, current: at })
    const match = found[at]
    if (match) editor?.select(match)
  }
  // Another wish goes to the first place from the cursor on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text is searched anew below, without moving.
  useEffect(() => {
    if (!editor) return
    const found = findMatches(editor.read(), query)
    show(found, findNext(found, editor.cursor))
  }, [editor, query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed meanwhile is new here.
  useEffect(() => {
    if (!editor) return
    const found = findMatches(editor.read(), query)
    const at = found.findIndex(({ from }) => from === editor.cursor)
    setFound({ matches: found, current: at })
    editor.mark({ matches: found, current: at })
  }, [editor, settled])
  useEffect(() => () => editor?.mark({ matches: nothing, current: -1 }), [editor])

  /** Of the text as it is by now: it may have been typed into a moment ago. */
  const searchAnew = () => (editor ? findMatches(editor.read(), query) : nothing)
  const goNext = () => {
    const found = searchAnew()
    const from = editor?.cursor ?? 0
    const isThere = found[current]?.from === from
    show(found, findNext(found, isThere ? from + 1 : from))
  }
  const goBack = () => {
    const found = searchAnew()
    show(found, findPrevious(found, editor?.cursor ?? 0))
  }
  const replace = () => {
    const found = searchAnew()
    const match = found.find(({ from }) => from === editor?.cursor)
    if (!editor || !match) return goNext()
    editor.replace([match], replacement)
    const left = searchAnew()
    show(left, findNext(left, match.from + replacement.length))
  }
  const replaceAll = () => {
    const found = searchAnew()
    if (!editor || found.length === 0) return
    const takeBack = editor.replace(found, replacement)
    const places = found.length === 1 ? '1 place was' : `${found.length.toLocaleString('en')} places were`
    toast(`${places} replaced.`, { action: { label: 'Undo', onClick: takeBack } })
  }
  const change = (part: Partial<FindQuery>) => setQuery((before) => ({ ...before, ...part }))
  return {
    query,
    replacement,
    matches,
    current,
    change,
    changeReplacement: setReplacement,
    goNext,
    goBack,
    replace,
    replaceAll,
  }
}
