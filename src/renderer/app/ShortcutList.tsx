// The list of all shortcuts: those of commands, and the keys of lists, players, and other elements.
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { Kbd } from '../components/Kbd'
import { SearchInput } from '../components/TextInput'
import { useKeymap } from '../state/keymap'
import { openSettings } from '../state/settings-view'
import { findShortcuts } from '../state/shortcut-rows'
import { openOverlay, useOverlay } from './overlays'

export function ShortcutList() {
  const open = useOverlay(({ overlay }) => overlay === 'shortcuts')
  const change = () => {
    openOverlay(null)
    openSettings('shortcuts')
  }
  return (
    <Dialog
      open={open}
      onClose={() => openOverlay(null)}
      title="Keyboard shortcuts"
      className="w-[min(640px,calc(100vw-48px))]"
    >
      <Shortcuts />
      <div className="flex shrink-0 justify-end border-line border-t px-5 py-3">
        <Button size="small" onClick={change}>
          <SlidersHorizontal size={12} aria-hidden="true" />
          Change shortcuts
        </Button>
      </div>
    </Dialog>
  )
}

function Shortcuts() {
  const keymap = useKeymap((state) => state.keymap)
  const [query, setQuery] = useState('')
  const groups = findShortcuts(keymap, query).map(({ area, rows }) => ({
    area,
    rows: rows.filter(({ keys }) => keys.length > 0),
  }))
  const shown = groups.filter(({ rows }) => rows.length > 0)
  return (
    <>
      <div className="shrink-0 px-5 pb-3">
        <SearchInput
          data-first-focus
          aria-label="Search shortcuts"
          placeholder="Search shortcuts"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard.
        tabIndex={0}
        aria-label="Shortcuts"
        className="min-h-0 flex-1 overflow-y-auto px-5 pb-4"
      >
        {shown.length === 0 && <p className="py-6 text-center text-faint">No matching shortcuts</p>}
        {shown.map(({ area, rows }) => (
          <section key={area} aria-label={area} className="pb-4">
            <h3 className="pb-1 font-medium text-faint text-xs">{area}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
              {rows.map(({ id, title, keys }) => (
                <div key={id} className="contents">
                  <dt className="text-soft">{title}</dt>
                  <dd className="flex shrink-0 flex-wrap justify-end gap-2 justify-self-end">
                    {keys.map((each) => (
                      <Kbd key={each} keys={each} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </>
  )
}
