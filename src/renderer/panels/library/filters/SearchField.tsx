// Where the Library is searched: what is typed counts once the typing rests.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { SearchInput } from '../../../components/SearchInput'
import { clearSearchFocus, useFocusRequests } from '../../../state/focus-requests'
import { inTurn, moveTo } from '../actions/choosing-verbs'
import { changeFilters, changeView, useLibraryView } from '../library-view'

/** Milliseconds. */
const rest = 180

export function SearchField() {
  const typed = useLibraryView((state) => state.typed)
  const isBin = useLibraryView((state) => state.filters.bin)
  const field = useRef<HTMLInputElement>(null)
  const wished = useFocusRequests(({ search }) => search === 'library')
  useEffect(() => {
    if (!wished) return
    clearSearchFocus()
    field.current?.focus()
    field.current?.select()
  }, [wished])
  useEffect(() => {
    if (typed === useLibraryView.getState().filters.text) return
    const timer = setTimeout(() => changeFilters({ text: typed }), rest)
    return () => clearTimeout(timer)
  }, [typed])
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed) {
      // It empties the search, and must not stop an answer.
      event.stopPropagation()
      changeFilters({ text: '' })
    } else if (event.key === 'Enter') {
      changeFilters({ text: typed })
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      document.querySelector<HTMLElement>('[role="listbox"][aria-label="Items"]')?.focus()
      void inTurn.take(() => moveTo(0, 'only'))
    }
  }
  return (
    <div className="flex min-w-40 flex-1">
      <SearchInput
        ref={field}
        data-library-search
        aria-label="Search the Library"
        aria-keyshortcuts="/"
        placeholder={isBin ? 'Search trash' : 'Search prompts, transcripts and conversations'}
        value={typed}
        onKeyDown={pressKey}
        onChange={(event) => changeView({ typed: event.target.value })}
      />
    </div>
  )
}
