// The languages that can be checked: those selected first, with the state of their dictionaries.
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SpellingSettings, SpellingState } from '#shared/schemas/spelling'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatBytes } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { SearchInput } from '../../../components/TextInput'
import { useUpdateSettings } from '../settings-form'
import { listLanguages, nameLanguage } from './language-names'

interface LanguageListProps {
  readonly settings: SpellingSettings
  readonly state: SpellingState
}

export function LanguageList({ settings, state }: LanguageListProps) {
  const [filter, setFilter] = useState('')
  // A row stays where it is while it is selected and deselected.
  const [first] = useState(settings.languages)
  const { update, failure } = useUpdateSettings()
  const shown = listLanguages(state.languages, { first, filter })
  const toggle = (language: string, isSelected: boolean) => {
    const others = settings.languages.filter((each) => each !== language)
    update({ spelling: { ...settings, languages: isSelected ? [...others, language] : others } })
  }
  return (
    <fieldset data-setting="spelling-languages" className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-soft text-sm">Languages</legend>
      <div className="flex items-center gap-3">
        <SearchInput
          aria-label="Filter languages"
          placeholder="Filter languages"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span role="status" className="shrink-0 text-faint text-sm tabular-nums">
          {describeCount(filter ? shown.length : undefined, { settings, state })}
        </span>
      </div>
      {shown.length === 0 && <p className="py-2 text-faint">No matching languages</p>}
      {shown.length > 0 && (
        <ul className="flex max-h-44 flex-col overflow-y-auto rounded-lg border border-line-strong py-1">
          {shown.map((language) => (
            <LanguageRow
              key={language}
              language={language}
              isSelected={settings.languages.includes(language)}
              state={state}
              onToggle={(isSelected) => toggle(language, isSelected)}
            />
          ))}
        </ul>
      )}
      {failure && <Notice tone="danger" title={failure} />}
    </fieldset>
  )
}

function describeCount(found: number | undefined, { settings, state }: LanguageListProps): string {
  if (found !== undefined) return `${found} of ${state.languages.length}`
  const count = settings.languages.length
  return count === 0 ? 'Select the languages you write in' : `${count} selected`
}

interface LanguageRowProps {
  readonly language: string
  readonly isSelected: boolean
  readonly state: SpellingState
  readonly onToggle: (isSelected: boolean) => void
}

function LanguageRow({ language, isSelected, state, onToggle }: LanguageRowProps) {
  const name = nameLanguage(language)
  const stored = state.dictionaries.find((dictionary) => dictionary.language === language)
  const deleteDictionary = async () => {
    await desktop.spelling.deleteDictionary({ language })
    return `Dictionary for ${name} deleted`
  }
  return (
    <li className="flex h-7 shrink-0 items-center gap-2 pr-1 pl-3 hover:bg-hover">
      <label className="flex h-full min-w-0 flex-1 items-center gap-2">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ target }) => onToggle(target.checked)}
          className="size-3.5 shrink-0 accent-(--accent-fill)"
        />
        <span className="min-w-0 truncate">{name}</span>
      </label>
      <span className="shrink-0 text-faint text-sm tabular-nums">
        {describeDictionary({ isSelected, isReady: state.ready.includes(language), bytes: stored?.bytes })}
      </span>
      {stored && (
        <IconButton
          size="small"
          label={`Delete dictionary for ${name}`}
          icon={Trash2}
          onClick={() => toastOutcome(deleteDictionary())}
        />
      )}
    </li>
  )
}

interface DictionaryStatus {
  readonly isSelected: boolean
  readonly isReady: boolean
  /** Undefined if it is not in the data folder. */
  readonly bytes: number | undefined
}

function describeDictionary({ isSelected, isReady, bytes }: DictionaryStatus): string {
  const size = bytes === undefined ? [] : [formatBytes(bytes)]
  if (!isSelected) return size.join()
  return [isReady ? 'Ready' : 'No dictionary', ...size].join(' · ')
}
