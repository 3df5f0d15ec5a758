// A field that adds a tag, and suggests known ones.
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { isComposing } from '../../../components/keyboard'
import { TextInput } from '../../../components/TextInput'
import { facetOptions } from '../items/pages'

export function TagInput({ present, onAdd }: { present: readonly string[]; onAdd: (tag: string) => void }) {
  const id = useId()
  const { data: facets } = useQuery(facetOptions)
  const known = (facets?.tags ?? []).map(({ value }) => value)
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const tag = toTag(text, known)
    if (tag) onAdd(tag)
    setTyped('')
  }
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // A suggestion replaces the text; some versions of Chromium send an event without a type for it.
    const isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType !== 'insertReplacementText'
    if (!isTyped && known.includes(target.value)) add(target.value)
    else setTyped(target.value)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const { key } = event
    if (key === 'Enter' || (key === ',' && typed.trim())) {
      event.preventDefault()
      add(typed)
    } else if (key === 'Escape' && typed) {
      event.stopPropagation()
      setTyped('')
    }
  }
  return (
    <>
      <TextInput
        list={id}
        data-first-focus
        aria-label="Add a tag"
        {...(typed && { 'data-own-escape': '' })}
        placeholder="Add a tag"
        maxLength={60}
        value={typed}
        onChange={change}
        onKeyDown={pressKey}
      />
      <datalist id={id}>
        {known
          .filter((tag) => !present.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  )
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
