// The search field of Settings, and what is shown if nothing is found.
import { SearchX } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { formatPlural } from '../../components/format'
import { SearchInput } from '../../components/TextInput'
import { changeSettingsView, useSettingsView } from '../../state/settings-view'

export function SettingsSearch() {
  const search = useSettingsView((view) => view.search)
  const count = useSettingsView(({ found }) => found?.count)
  return (
    <div className="flex min-w-0 flex-1 items-center justify-end gap-3">
      <span role="status" className="truncate text-faint text-sm tabular-nums">
        {count === undefined ? '' : describeCount(count)}
      </span>
      <div className="flex w-64 min-w-32">
        <SearchInput
          data-panel-search
          aria-label="Search settings"
          placeholder="Search settings"
          value={search}
          onChange={({ target }) => changeSettingsView({ search: target.value })}
          onKeyDown={pressKey}
        />
      </div>
    </div>
  )
}

function describeCount(count: number): string {
  return count === 0 ? 'No results' : formatPlural(count, 'result')
}

const controls = 'input, textarea, button, a[href], [tabindex="0"]'

/** Escape clears the search; Enter and the arrow down move to the first setting that was found. */
function pressKey(event: KeyboardEvent<HTMLInputElement>) {
  const { key, nativeEvent } = event
  if (nativeEvent.isComposing) return
  if (key === 'Escape' && useSettingsView.getState().search !== '') {
    event.preventDefault()
    event.stopPropagation()
    clearSearch()
  }
  if (key !== 'Enter' && key !== 'ArrowDown') return
  const shown = [...document.querySelectorAll<HTMLElement>('[data-setting]')].filter(isShown)
  const first = shown.flatMap((each) => [...each.querySelectorAll<HTMLElement>(controls)]).find(isShown)
  if (!first) return
  event.preventDefault()
  first.focus()
}

const isShown = (element: HTMLElement) => element.getClientRects().length > 0

function clearSearch() {
  changeSettingsView({ search: '' })
}

export function NothingFound() {
  const search = useSettingsView((view) => view.search)
  return (
    <div className="py-16">
      <EmptyState icon={SearchX} title="No results">
        <p>No setting has “{search.trim()}” in its name or description.</p>
        <Button onClick={clearSearch}>Clear search</Button>
      </EmptyState>
    </div>
  )
}
