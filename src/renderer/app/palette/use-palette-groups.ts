// The groups that the palette shows for what was typed.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { describeError } from '../../api/describe-error'
import { useDebounced } from '../../components/use-debounced'
import type { PaletteStep } from '../../state/command-handlers'
import { type RecentEntry, usePreferences } from '../../state/preferences'
import { loadPanelCommands } from '../run-command'
import {
  findObjects,
  listCommandGroups,
  listFurtherGroups,
  listSelectionGroup,
  type ObjectItem,
  toRecentItem,
} from './palette-items'
import { type PaletteGroup, rankGroups } from './rank-items'

export interface PaletteList {
  readonly groups: readonly PaletteGroup[]
  readonly isLoading: boolean
  readonly error: string | null
}

/** Milliseconds without a key press before the Library is searched. */
const typingDelayMs = 80
/** The list shows about twelve rows. */
const maxFirstGroups = 2
/** In the empty palette. */
const maxShownRecent = 6

export function useRootGroups(query: string): PaletteList {
  const [commandGroups, setCommandGroups] = useState(listCommandGroups)
  useEffect(() => void loadPanelCommands().then(() => setCommandGroups(listCommandGroups())), [])
  // Neither depends on what is typed; both are read again whenever the palette opens.
  const options = { gcTime: 0, staleTime: 0, retry: false } as const
  const selection = useQuery({ queryKey: ['palette', 'selection'], queryFn: listSelectionGroup, ...options })
  const further = useQuery({ queryKey: ['palette', 'further'], queryFn: listFurtherGroups, ...options })
  const settled = useDebounced(query.trim(), typingDelayMs)
  const objects = useQuery({
    queryKey: ['palette', 'objects', settled],
    queryFn: ({ signal }) => findObjects(settled, signal),
    placeholderData: keepPreviousData,
    ...options,
  })
  const entries = usePreferences(({ palette }) => palette.recent)
  const groups = useMemo(() => {
    const [own, ...others] = commandGroups
    const known = listOnce([
      ...(own ? [own] : []),
      ...(selection.data ? [selection.data] : []),
      // Before the list of chats, which may have the same ones.
      ...(objects.data ? [objects.data] : []),
      ...others,
      ...(further.data ?? []),
    ])
    const recent = listRecent(known, entries)
    const listed =
      query.trim() === '' ? [recent, ...withoutItems(known, recent)] : withRecentObjects(known, recent)
    return rankGroups(
      listed,
      query,
      entries.map(({ id }) => id),
    )
  }, [commandGroups, selection.data, further.data, objects.data, entries, query])
  // The palette opens with what is in view; all other rows follow in the next render.
  const isComplete = useDeferredValue(true, false)
  const error = selection.error ?? further.error ?? objects.error
  return {
    groups: isComplete ? groups : groups.slice(0, maxFirstGroups),
    isLoading: objects.isFetching || settled !== query.trim() || further.isPending,
    error: error && describeError(error),
  }
}

/** Those that can be chosen now. */
function listRecent(known: readonly PaletteGroup[], entries: readonly RecentEntry[]): PaletteGroup {
  const all = new Map(known.flatMap(({ items }) => items.map((item) => [item.id, item] as const)))
  const items = entries.flatMap((entry): ObjectItem[] => {
    const item = all.get(entry.id) ?? toRecentItem(entry)
    return item ? [item] : []
  })
  return { heading: 'Recent', items: items.slice(0, maxShownRecent) }
}

/** A chat can be found by its title and by its text. */
function listOnce(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const listed = new Set<string>()
  return groups.map((group) => ({
    ...group,
    items: group.items.filter(({ id }) => !listed.has(id) && listed.add(id)),
  }))
}

function withoutItems(groups: readonly PaletteGroup[], { items }: PaletteGroup): PaletteGroup[] {
  const listed = new Set(items.map(({ id }) => id))
  return groups.map((group) => ({ ...group, items: group.items.filter(({ id }) => !listed.has(id)) }))
}

/** Recent ones are found by their titles, also while the Library is still being searched. */
function withRecentObjects(groups: readonly PaletteGroup[], recent: PaletteGroup): PaletteGroup[] {
  const known = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)))
  return [...groups, { ...recent, items: recent.items.filter(({ id }) => !known.has(id)) }]
}

export function useStepGroups({ list }: PaletteStep, query: string): PaletteList {
  const { data, error, isPending } = useQuery({
    queryKey: ['palette', 'step'],
    queryFn: async () => [...((await list?.()) ?? [])],
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const groups = useMemo(() => rankGroups([{ heading: '', items: data ?? [] }], query, []), [data, query])
  return { groups, isLoading: isPending, error: error && describeError(error) }
}
