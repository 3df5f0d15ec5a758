// The dialog that imports chats of other applications: what the files contain, which chats come, and into which folder.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ImportableChat, ImportTarget, LossKind } from '#shared/schemas/chat-import'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatCount, formatDay, formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { Select } from '../../../components/Select'
import { ImportList } from './ImportList'
import {
  attachInstead,
  cancelImport,
  isImportable,
  nameFolder,
  sourceNames,
  startImport,
  useChatImport,
} from './import-state'

export function ImportDialog() {
  const phase = useChatImport((state) => state.phase)
  const files = useChatImport((state) => state.files)
  const isShown = useChatImport((state) => state.isShown)
  if (phase === null || !isShown) return null
  const from = files?.source ? ` from ${sourceNames[files.source]}` : ''
  if (phase === 'reading') return <Reading title={`Reading chats${from}`} />
  if (phase === 'importing') return <Importing title={`Importing chats${from}`} />
  return <Preview title={`Import chats${from}`} />
}

function Reading({ title }: { title: string }) {
  const share = useChatImport((state) => state.share)
  const found = useChatImport((state) => state.chats.length)
  return (
    <Dialog
      open
      onClose={cancelImport}
      title={title}
      actions={<Button onClick={cancelImport}>Cancel</Button>}
    >
      <ProgressRow
        label="Reading file…"
        share={share}
        text={found > 0 ? `${formatPlural(found, 'chat')} found` : 'Reading file…'}
      />
    </Dialog>
  )
}

function Importing({ title }: { title: string }) {
  const progress = useChatImport((state) => state.progress)
  const { done = 0, total = 1 } = progress ?? {}
  return (
    <Dialog
      open
      onClose={cancelImport}
      title={title}
      description="Chats that are already imported stay if you cancel."
      actions={<Button onClick={cancelImport}>Cancel import</Button>}
    >
      <ProgressRow
        label="Importing chats…"
        share={done / total}
        text={`${formatCount(done)} of ${formatCount(total)}`}
      />
    </Dialog>
  )
}

interface ProgressRowProps {
  readonly label: string
  /** From 0 to 1. */
  readonly share: number
  readonly text: string
}

function ProgressRow({ label, share, text }: ProgressRowProps) {
  return (
    <div className="flex items-center gap-3 px-5 py-2">
      <ProgressBar label={label} percent={Math.round(share * 100)} className="h-1.5 min-w-0 flex-1" />
      <span className="shrink-0 text-faint text-sm tabular-nums">{text}</span>
    </div>
  )
}

function Preview({ title }: { title: string }) {
  const { files, chats, selected, attach } = useChatImport()
  const [folder, setFolder] = useState(newFolder)
  const picked = useMemo(
    () => chats.filter((chat) => isImportable(chat) && selected.has(chat.index)),
    [chats, selected],
  )
  if (!files) return null
  const start = () => void startImport(toTarget(folder, nameFolder(files)))
  return (
    <Dialog
      open
      onClose={cancelImport}
      title={title}
      className="w-[min(720px,calc(100vw-48px))]! top-[4vh]! max-h-[92vh]!"
      actions={
        <>
          {attach && (
            <Button className="mr-auto" onClick={attachInstead}>
              Attach to prompt
            </Button>
          )}
          <Button onClick={cancelImport}>Cancel</Button>
          <Button variant="primary" disabled={picked.length === 0} onClick={start}>
            {picked.length === 0 ? 'Import chats' : `Import ${formatPlural(picked.length, 'chat')}`}
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-2">
        <Summary names={files.names} chats={chats} />
        {files.rejected.map(({ name, problem }) => (
          <Notice key={name} tone="warn" title={name}>
            {problem}
          </Notice>
        ))}
        <ImportList chats={chats} selected={selected} />
        <Losses chats={picked} unreadable={chats.filter(({ state }) => state === 'unreadable')} />
        <FolderField value={folder} newName={nameFolder(files)} onChange={setFolder} />
      </div>
    </Dialog>
  )
}

const maxNames = 3

function Summary({ names, chats }: { names: readonly string[]; chats: readonly ImportableChat[] }) {
  const others = names.length - maxNames
  const listed = names.slice(0, maxNames).join(', ')
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-soft">{describeStates(chats)}</p>
      <p className="text-faint text-sm">
        {`${describeContent(chats)} · `}
        {others > 0 ? `${listed} and ${formatPlural(others, 'other file')}` : listed}
      </p>
    </div>
  )
}

interface LossesProps {
  /** The selected ones. */
  readonly chats: readonly ImportableChat[]
  readonly unreadable: readonly ImportableChat[]
}

const maxUnreadable = 50

function Losses({ chats, unreadable }: LossesProps) {
  const texts = useMemo(() => describeLosses(chats), [chats])
  const others = unreadable.length - maxUnreadable
  if (texts.length + unreadable.length === 0) return null
  return (
    <Notice tone="quiet" title="What can’t be imported, or only in another form">
      <ul
        aria-label="What can’t be imported"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        tabIndex={0}
        className="max-h-16 overflow-y-auto"
      >
        {unreadable.slice(0, maxUnreadable).map(({ index, title, problem }) => (
          <li key={index} className="text-danger">
            {title ? `“${title}”: ${problem}` : problem}
          </li>
        ))}
        {others > 0 && (
          <li className="text-danger">{`${formatPlural(others, 'more chat')} can’t be read`}</li>
        )}
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}

const newFolder = 'new'
const noFolder = 'none'

function toTarget(folder: string, name: string): ImportTarget {
  if (folder === noFolder) return null
  return folder === newFolder ? { name } : { id: folder }
}

interface FolderFieldProps {
  readonly value: string
  readonly newName: string
  readonly onChange: (value: string) => void
}

function FolderField({ value, newName, onChange }: FolderFieldProps) {
  const { data: folders = [] } = useQuery(queries.folders.list.queryOptions())
  const existing = folders.find(({ name }) => name.toLowerCase() === newName.toLowerCase())
  const options = [
    { value: newFolder, label: existing ? existing.name : `New folder “${newName}”` },
    ...folders.filter(({ id }) => id !== existing?.id).map(({ id, name }) => ({ value: id, label: name })),
    { value: noFolder, label: 'No folder' },
  ]
  return (
    <div className="flex shrink-0 items-center gap-3">
      <span aria-hidden="true" className="shrink-0 text-soft text-sm">
        Folder
      </span>
      <Select
        label="Folder"
        value={value}
        groups={[{ label: '', options }]}
        onChange={onChange}
        className="min-w-0 flex-1"
      />
    </div>
  )
}

type Chat = Pick<ImportableChat, 'messages' | 'updatedAt' | 'state' | 'losses'>

/** `12 new`, `30 already imported`, `2 in the trash`, `1 can’t be read`. Only counts that are not 0, except new ones. */
function describeStates(chats: readonly Chat[]): string {
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
function describeContent(chats: readonly Chat[]): string {
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
function describeLosses(chats: readonly Pick<Chat, 'losses'>[]): string[] {
  const counts = new Map<LossKind, number>()
  for (const { losses } of chats)
    for (const { kind, count } of losses) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => formatPlural(count, ...lossTexts[kind]))
}
