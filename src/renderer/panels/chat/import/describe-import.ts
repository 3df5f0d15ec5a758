// Describes the chats of opened files: how many there are, when they are from, and what cannot be imported.
import type { ImportableChat, LossKind } from '#shared/schemas/chat-import'
import { formatCount, formatDay, formatPlural } from '../../../components/format'

type Chat = Pick<ImportableChat, 'messages' | 'updatedAt' | 'state' | 'losses'>

/** `12 new`, `30 already imported`, `2 in the trash`, `1 can’t be read`. Only counts that are not 0, except new ones. */
export function describeStates(chats: readonly Chat[]): string {
  const count = (state: ImportableChat['state']) => chats.filter((chat) => chat.state === state).length
  const [imported, trash, unreadable] = [count('imported'), count('trash'), count('unreadable')]
  return [
    `${formatCount(count('new'))} new`,
    imported > 0 && `${formatCount(imported)} already imported`,
    trash > 0 && `${formatCount(trash)} in the trash`,
    unreadable > 0 && `${formatCount(unreadable)} can’t be read`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** `812 messages`, and their dates: `Jan 3, 2023 to Nov 20, 2026`. */
export function describeContent(chats: readonly Chat[]): string {
  const messages = chats.reduce((sum, chat) => sum + chat.messages, 0)
  const times = chats.flatMap(({ updatedAt }) => updatedAt ?? [])
  const [from, to] = times.reduce(
    ([first, last], time) => [Math.min(first, time), Math.max(last, time)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const days = times.length === 0 ? [] : [...new Set([formatDay(from ?? 0), formatDay(to ?? 0)])]
  return [formatPlural(messages, 'message'), days.join(' to ')].filter(Boolean).join(' · ')
}

/** Completes the count: `3 images that the file only links to`. */
const lossTexts: Readonly<Record<LossKind, readonly [one: string, several: string]>> = {
  'linked-image': ['image that the file only links to', 'images that the file only links to'],
  'linked-file': ['file that the file only links to', 'files that the file only links to'],
  'unsupported-file': ['file of a type that models can’t read', 'files of types that models can’t read'],
  recording: ['voice recording: only its text is imported', 'voice recordings: only their text is imported'],
  'search-result': [
    'page or file that the model has searched',
    'pages and files that the model has searched',
  ],
  'tool-call': ['tool call or result: imported as thoughts', 'tool calls and results: imported as thoughts'],
  canvas: ['canvas document: imported as text', 'canvas documents: imported as text'],
  'canvas-change': ['later change to a canvas document', 'later changes to canvas documents'],
  memory: ['memory', 'memories'],
  draft: ['unsent prompt', 'unsent prompts'],
  setting: ['setting that isn’t supported here', 'settings that aren’t supported here'],
  message: ['message that can’t be read', 'messages that can’t be read'],
  unknown: ['part of an unknown type', 'parts of unknown types'],
}

/** One text for each kind, the most frequent first. */
export function describeLosses(chats: readonly Pick<Chat, 'losses'>[]): string[] {
  const counts = new Map<LossKind, number>()
  for (const { losses } of chats)
    for (const { kind, count } of losses) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => formatPlural(count, ...lossTexts[kind]))
}
