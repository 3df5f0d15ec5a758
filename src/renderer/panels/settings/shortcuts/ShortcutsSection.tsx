// Settings > Shortcuts: all keys by area, searched by name or by pressing keys, and changed by pressing others.
import { Keyboard } from 'lucide-react'
import { type FocusEvent, useState } from 'react'
import type { CommandId } from '#shared/commands/commands'
import { type Keys, readKeys } from '#shared/commands/keys'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatPlural } from '../../../components/format'
import { Kbd } from '../../../components/Kbd'
import { moveByArrows } from '../../../components/move-focus'
import { inputClassName, SearchInput } from '../../../components/TextInput'
import { isMac, useKeymap } from '../../../state/keymap'
import { findShortcuts, type ShortcutRow } from '../../../state/shortcut-rows'
import { Section } from '../FormParts'
import { KeyRecorder, ShortcutCommand } from './ShortcutCommand'
import { resetAllKeys } from './shortcut-changes'

export function ShortcutsSection() {
  const { keymap, changes } = useKeymap()
  const [query, setQuery] = useState('')
  const [isByKeys, setIsByKeys] = useState(false)
  const [pressed, setPressed] = useState<readonly Keys[]>([])
  const groups = findShortcuts(keymap, isByKeys ? '' : query, isByKeys ? pressed : [])
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const isSearching = isByKeys ? pressed.length > 0 : query.trim() !== ''
  const changed = Object.keys(changes).length
  const searchBy = (byKeys: boolean) => {
    setIsByKeys(byKeys)
    setPressed([])
  }
  return (
    <Section id="shortcuts">
      <div data-setting="shortcuts" className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-40 max-w-72 flex-1">
          {isByKeys ? (
            <KeyRecorder
              label="Press the keys to search for"
              className={`${inputClassName} flex h-8 items-center`}
              onPress={(press) => setPressed(readKeys(press, isMac))}
              onCancel={() => searchBy(false)}
            >
              {pressed[0] ? <Kbd keys={pressed[0]} /> : <span className="text-faint">Press keys…</span>}
            </KeyRecorder>
          ) : (
            <SearchInput
              aria-label="Search shortcuts"
              placeholder="Search shortcuts"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          )}
        </div>
        <Button
          aria-pressed={isByKeys}
          className="aria-pressed:text-accent"
          onClick={() => searchBy(!isByKeys)}
        >
          <Keyboard size={14} aria-hidden="true" />
          Search by keys
        </Button>
        <span role="status" className="text-faint text-sm tabular-nums">
          {isSearching ? formatPlural(count, 'shortcut') : changed > 0 ? `${changed} changed` : ''}
        </span>
        <Button className="ml-auto" disabled={changed === 0} onClick={() => toastOutcome(resetAllKeys())}>
          Reset all
        </Button>
      </div>
      {count === 0 ? <p className="py-2 text-faint">No matching shortcuts</p> : <Groups groups={groups} />}
    </Section>
  )
}

function Groups({ groups }: { groups: ReturnType<typeof findShortcuts> }) {
  const [recording, setRecording] = useState<CommandId | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const ids = groups.flatMap(({ rows }) => rows.flatMap(({ command }) => command ?? []))
  // Tab reaches one row; the arrow keys move to the others.
  const tabbable = ids.find((id) => id === focused) ?? ids[0]
  const recordFocus = ({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null
    if (row?.dataset.command) setFocused(row.dataset.command)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are not fields of one form.
    <div
      role="group"
      aria-label="All shortcuts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that can't be changed are scrolled by keyboard.
      tabIndex={0}
      onFocus={recordFocus}
      onKeyDown={moveByArrows}
      className="relative max-h-[min(520px,64vh)] overflow-y-auto rounded-lg border border-line-strong"
    >
      {groups.map(({ area, rows }) => (
        <div key={area}>
          <h3 className="sticky top-0 z-[1] flex h-8 items-center border-line border-b bg-sunken px-3 font-medium text-faint text-sm">
            {area}
          </h3>
          <ul className="divide-y divide-line border-line border-b">
            {rows.map((row) =>
              row.command ? (
                <ShortcutCommand
                  key={row.id}
                  id={row.command}
                  isRecording={recording === row.command}
                  isTabbable={tabbable === row.command}
                  onRecord={setRecording}
                />
              ) : (
                <FixedRow key={row.id} row={row} />
              ),
            )}
          </ul>
        </div>
      ))}
    </div>
  )
}

function FixedRow({ row: { title, keys } }: { row: ShortcutRow }) {
  return (
    <li className="flex min-h-9 items-center gap-3 px-3 py-1">
      <span className="min-w-0 flex-1 text-soft">{title}</span>
      <span className="flex flex-wrap justify-end gap-2">
        {keys.map((each) => (
          <Kbd key={each} keys={each} />
        ))}
      </span>
      <span className="w-30 shrink-0 text-right text-faint text-sm">Can’t be changed</span>
    </li>
  )
}
