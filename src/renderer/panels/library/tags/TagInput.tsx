// A field that adds a tag, and suggests known ones.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { joinClasses } from '../../../components/join-classes'
import { isComposing } from '../../../components/keyboard'
import { TextInput } from '../../../components/TextInput'
import { facetOptions } from '../items/pages'

export function TagInput({ present, onAdd }: { present: readonly string[]; onAdd: (tag: string) => void }) {
  const id = useId()
  const { data: facets } = useQuery(facetOptions)
  const known = (facets?.tags ?? []).map(({ value }) => value)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const suggested = suggestTags(typed, known, present)
  const shown = isOpen && suggested.length > 0
  const add = (text: string) => {
    const tag = toTag(text, known)
    if (tag) onAdd(tag)
    setTyped('')
    setAt(-1)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const { key } = event
    if (key === 'Enter' || (key === ',' && typed.trim())) {
      event.preventDefault()
      add(shown && at >= 0 ? (suggested[at] ?? typed) : typed)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = key === 'ArrowDown' ? 1 : -1
      setAt(Math.max(-1, Math.min(suggested.length - 1, at + step)))
    } else if (key === 'Escape' && (typed || shown)) {
      event.stopPropagation()
      setTyped('')
      setOpen(false)
      setAt(-1)
    }
  }
  return (
    <div className="relative">
      <TextInput
        role="combobox"
        data-first-focus
        aria-label="Add a tag"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        {...((typed || shown) && { 'data-own-escape': '' })}
        placeholder="Add a tag"
        maxLength={60}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setOpen(true)
          setAt(-1)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={pressKey}
      />
      {shown && (
        <div
          role="listbox"
          id={id}
          aria-label="Suggested tags"
          className="absolute inset-x-0 top-full z-60 mt-1 animate-appear overflow-hidden rounded-lg border border-line bg-raised p-1 shadow-raised"
        >
          {suggested.map((tag, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and references the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            <div
              key={tag}
              role="option"
              id={`${id}-${index}`}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(tag)}
              className={joinClasses(
                'truncate rounded-md px-2 py-1 hover:bg-hover',
                index === at && 'bg-hover',
              )}
            >
              {tag}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const maxSuggestions = 8

/** Known tags that contain the typed text, except the present ones; those that start with it are first. */
export function suggestTags(typed: string, known: readonly string[], present: readonly string[]): string[] {
  const search = fold(typed)
  const found = known.filter((tag) => !present.includes(tag) && fold(tag).includes(search))
  const first = found.filter((tag) => fold(tag).startsWith(search))
  return [...first, ...found.filter((tag) => !first.includes(tag))].slice(0, maxSuggestions)
}

/** Trims the text and uses the spelling of a known tag. Returns null if it is empty. */
export function toTag(typed: string, known: readonly string[]): string | null {
  const tag = typed.trim()
  if (!tag) return null
  return known.find((each) => fold(each) === fold(tag)) ?? tag
}

interface TagCount {
  readonly tag: string
  /** The number of items with this tag. */
  readonly count: number
}

/** The most frequent first. */
export function countTags(items: readonly Pick<LibraryItem, 'tags'>[]): TagCount[] {
  const counts = new Map<string, number>()
  for (const tag of items.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return sortTags([...counts].map(([tag, count]) => ({ tag, count })))
}

export function sortTags(counts: readonly TagCount[]): TagCount[] {
  return [...counts].sort((one, other) => other.count - one.count || one.tag.localeCompare(other.tag))
}

function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}
