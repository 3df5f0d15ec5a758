// The search in Settings: shows the settings whose labels, hints or keywords have every word, and marks the words.
import { SearchX } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { formatPlural } from '../../components/format'
import { SearchInput } from '../../components/TextInput'
import { changeSettingsView, type SectionId, sectionIds, useSettingsView } from '../../state/settings-view'
import { type SettingEntry, sections, settingsTable } from './settings-table'

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

/** Hides an element that the search does not find. React does not know the attribute, so that it stays when the section is rendered again. */
const hiddenAttribute = 'data-filtered'
const markName = 'settings-search'
/** More could slow typing down in a long list of models. */
const maxMarks = 1_000

export function toWords(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/** A setting, or another part of a section, with its text as it is shown. */
interface Unit {
  /** Undefined for a part without a setting of its own, such as a notice. */
  readonly id: string | undefined
  readonly text: string
}

interface SectionText {
  readonly section: SectionId
  /** Its title and description. */
  readonly header: string
  readonly units: readonly Unit[]
}

/** The indexes of the units that match. All of them if the section itself does, or a setting that is not shown now. */
export function findUnits(
  { section, header, units }: SectionText,
  words: readonly string[],
  index: readonly SettingEntry[] = settingsTable,
): ReadonlySet<number> {
  const all = new Set(units.keys())
  const title = `${sections[section].title} ${header}`
  if (hasWords(title, words)) return all
  const entries = index.filter((entry) => entry.section === section)
  const describe = (id: string | undefined) => {
    const entry = entries.find((each) => each.id === id)
    return entry ? `${title} ${entry.label} ${entry.keywords}` : title
  }
  const found = new Set(
    [...units.entries()].flatMap(([at, { id, text }]) => {
      // A word of the title must not show all parts of the section: at least one word is the unit's own.
      const own = describe(id).slice(title.length)
      const hasOwn = words.some((word) => hasWords(`${own} ${text}`, [word]))
      return hasOwn && hasWords(`${describe(id)} ${text}`, words) ? [at] : []
    }),
  )
  if (found.size > 0) return found
  const isCollapsed = ({ id }: SettingEntry) => units.every((unit) => unit.id !== id)
  return entries.some((entry) => isCollapsed(entry) && hasWords(describe(entry.id), words)) ? all : found
}

/** Applies the search to the sections in the scroller, also when they are rendered again. */
export function useSettingsSearch(scroller: RefObject<HTMLElement | null>): void {
  const search = useSettingsView((view) => view.search)
  useEffect(() => {
    const root = scroller.current
    const words = toWords(search)
    if (!root) return
    if (words.length === 0) {
      changeSettingsView({ found: null })
      return
    }
    addStyles()
    const run = () => applySearch(root, words)
    run()
    root.scrollTop = 0
    let frame = 0
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(run)
    })
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(markName)
      for (const element of root.querySelectorAll(`[${hiddenAttribute}]`))
        element.removeAttribute(hiddenAttribute)
    }
  }, [search, scroller])
}

function applySearch(root: HTMLElement, words: readonly string[]) {
  const shown: Element[] = []
  let count = 0
  const foundSections = sectionIds.filter((id) => {
    const section = root.querySelector(`#${id}`)
    if (!section) return false
    const [header, ...parts] = section.children
    const elements = parts.flatMap(listUnits)
    const found = findUnits(
      {
        section: id,
        header: header?.textContent ?? '',
        units: elements.map((element) => ({
          id: element.getAttribute('data-setting') ?? undefined,
          text: element.textContent ?? '',
        })),
      },
      words,
    )
    for (const [at, element] of elements.entries()) element.toggleAttribute(hiddenAttribute, !found.has(at))
    for (const part of parts)
      if (!elements.includes(part))
        part.toggleAttribute(
          hiddenAttribute,
          !elements.some((each, at) => found.has(at) && part.contains(each)),
        )
    count += found.size
    const isFound = found.size > 0 || hasWords(`${sections[id].title} ${header?.textContent ?? ''}`, words)
    if (isFound && header) shown.push(header, ...elements.filter((_, at) => found.has(at)))
    return isFound
  })
  CSS.highlights.set(markName, markWords(shown, words))
  const { found } = useSettingsView.getState()
  if (found?.count !== count || found.sections.join() !== foundSections.join())
    changeSettingsView({ found: { sections: foundSections, count } })
}

/** The settings in a part of a section, or the part itself if it has none. */
function listUnits(part: Element): Element[] {
  if (part.hasAttribute('data-setting')) return [part]
  const settings = [...part.querySelectorAll('[data-setting]')]
  return settings.length > 0 ? settings : [part]
}

function markWords(elements: readonly Element[], words: readonly string[]): Highlight {
  const highlight = new Highlight()
  for (const element of elements) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? '').toLowerCase()
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          if (highlight.size >= maxMarks) return highlight
          const range = new Range()
          range.setStart(node, at)
          range.setEnd(node, Math.min(at + word.length, node.textContent?.length ?? 0))
          highlight.add(range)
        }
      }
    }
  }
  return highlight
}

let hasStyles = false

/** Custom properties do not apply to highlights in Chromium 114, and the minifier of style sheets does not know them. */
function addStyles() {
  if (hasStyles) return
  hasStyles = true
  const styles = new CSSStyleSheet()
  styles.replaceSync(`::highlight(${markName}) { background-color: #ffe08a; color: #1a1a1f; }`)
  document.adoptedStyleSheets.push(styles)
}
