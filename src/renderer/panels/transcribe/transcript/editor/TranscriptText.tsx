// The text of a transcript: edited, searched, and played from any position in it.
import { AudioLines, Pilcrow, Redo2, ScrollText, Search, Undo2 } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { readKeys } from '#shared/commands/keys'
import { describeSentModel } from '#shared/models/catalog'
import type { Transcript, TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../../api/desktop'
import { toastOutcome } from '../../../../api/toast-outcome'
import { Button } from '../../../../components/Button'
import { formatLength, formatPlural } from '../../../../components/format'
import { IconButton } from '../../../../components/IconButton'
import { toKeyNames } from '../../../../components/Kbd'
import { SavedIndicator } from '../../../../components/SavedIndicator'
import { useCommandHandler } from '../../../../state/command-handlers'
import { isCommandKey, isMac, useKeys } from '../../../../state/keymap'
import { changePreference, usePreferences } from '../../../../state/preferences'
import {
  assertSaved,
  queueEdit,
  readUnsaved,
  saveEdits,
  showTranscript,
  usePendingEdits,
} from '../pending-edits'
import { FindBar, type FindRequest } from './FindBar'
import { openTextEditor, type TextEditor, type TextState, toTextOffset, toTime } from './text-editor'

export interface TextHandle {
  /** Moves to the words estimated to be spoken at that time. */
  goTo(seconds: number): void
  /** Marks the sentence estimated to be spoken at that time while the audio plays; null while it is paused. */
  follow(seconds: number | null): void
}

interface TranscriptTextProps {
  readonly job: TranscriptionJob
  readonly transcript: Transcript
  readonly readOnly: boolean
  /** Seconds. */
  readonly onPlayFrom: (seconds: number) => void
  readonly ref?: Ref<TextHandle>
}

export function TranscriptText({ job, transcript, readOnly, onPlayFrom, ref }: TranscriptTextProps) {
  const [request, setRequest] = useState<FindRequest | null>(null)
  const [isSplitting, setIsSplitting] = useState(false)
  const { cuts } = transcript
  const play = (offset: number) => {
    const time = toTime({ cuts, length: textState.length }, offset)
    if (time !== undefined) onPlayFrom(time / 1000)
  }
  // Otherwise, text typed while the split is saved would replace its result.
  const input = { transcript, readOnly: readOnly || isSplitting, onPointed: play }
  const { container, editor, textState, changes } = useTextEditor(input)
  const find = (field: FindRequest['field']) => setRequest({ field })
  const playHere = () => editor && play(editor.selection.from)
  const split = () => {
    if (isSplitting) return
    setIsSplitting(true)
    const splitting = splitParagraphs(job.id).finally(() => setIsSplitting(false))
    toastOutcome(splitting, 'Couldn’t split the transcript')
  }
  useFindKeys(find)
  useCommandHandler('transcript.find', () => find('find'))
  useImperativeHandle(ref, () => ({
    goTo(seconds) {
      const at = toTextOffset({ cuts, length: textState.length }, seconds * 1000)
      if (at === undefined) return
      editor?.select({ from: at, to: at })
      editor?.focus()
    },
    follow(seconds) {
      const time =
        usePreferences.getState().audio.isTextFollowing && seconds !== null ? seconds * 1000 : undefined
      const at = time === undefined ? undefined : toTextOffset({ cuts, length: textState.length }, time)
      editor?.follow(at ?? null)
    },
  }))
  const close = () => {
    setRequest(null)
    editor?.focus()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorBar
        jobId={job.id}
        editor={editor}
        textState={textState}
        readOnly={readOnly}
        isEnded={job.endedAt !== null}
        onFind={() => find('find')}
        onPlay={cuts.length > 0 ? playHere : undefined}
        onSplit={cuts.length > 0 ? split : undefined}
      />
      {request && (
        <FindBar editor={editor} changes={changes} readOnly={readOnly} request={request} onClose={close} />
      )}
      <div
        ref={container}
        className="selectable min-h-0 flex-1 overflow-hidden focus-within:shadow-[inset_2px_0_0_var(--accent)]"
      />
      <TextStats job={job} transcript={transcript} characters={textState.length} />
    </div>
  )
}

interface EditorBarProps {
  readonly jobId: string
  readonly editor: TextEditor | null
  readonly textState: TextState
  readonly readOnly: boolean
  readonly isEnded: boolean
  readonly onFind: () => void
  /** Undefined if nothing is known about the times. */
  readonly onPlay: (() => void) | undefined
  /** Undefined if nothing is known about the times. */
  readonly onSplit: (() => void) | undefined
}

function EditorBar(props: EditorBarProps) {
  const { jobId, editor, textState, readOnly, isEnded, onFind, onPlay, onSplit } = props
  return (
    <div
      role="toolbar"
      aria-label="Edit transcript"
      className="flex h-10 shrink-0 items-center gap-1 border-line border-b px-5"
    >
      <IconButton
        label="Undo"
        keys="mod+z"
        icon={Undo2}
        disabled={readOnly || !textState.canUndo}
        onClick={() => editor?.undo()}
      />
      <IconButton
        label="Redo"
        keys="mod+shift+z"
        icon={Redo2}
        disabled={readOnly || !textState.canRedo}
        onClick={() => editor?.redo()}
      />
      <IconButton label="Find and replace" keys={useKeys('transcript.find')} icon={Search} onClick={onFind} />
      <IconButton
        label="Play from cursor (estimated)"
        keys="mod+enter"
        icon={AudioLines}
        disabled={!onPlay}
        onClick={onPlay}
      />
      <FollowButton disabled={!onPlay} />
      <IconButton
        label="Split into paragraphs at pauses (estimated)"
        icon={Pilcrow}
        disabled={readOnly || !onSplit}
        onClick={onSplit}
      />
      <div className="ml-auto flex min-w-0 items-center gap-2">
        {readOnly ? (
          <span className="truncate text-faint text-sm">
            {isEnded ? 'Read-only: transcript incomplete' : 'Read-only until transcription finishes'}
          </span>
        ) : (
          <SaveStatus jobId={jobId} />
        )}
      </div>
    </div>
  )
}

function SaveStatus({ jobId }: { jobId: string }) {
  const status = usePendingEdits(({ statuses }) => statuses[jobId])
  if (status?.state === 'failed') {
    return (
      <>
        <span role="alert" title={status.reason} className="truncate text-danger text-sm">
          Not saved: {status.reason}
        </span>
        <Button size="small" onClick={() => void saveEdits(jobId)}>
          Save now
        </Button>
      </>
    )
  }
  if (status?.state === 'waiting') return <span className="text-faint text-sm">Saving…</span>
  return <SavedIndicator saved={status?.state === 'saved'} />
}

async function splitParagraphs(jobId: string): Promise<string> {
  await assertSaved(jobId)
  const countParagraphs = (text: string) => text.split(/\n\s*\n/).length
  const before = await desktop.transcriptions.read({ id: jobId })
  const after = await desktop.transcriptions.splitParagraphs({ id: jobId })
  showTranscript(after)
  if (before?.text === after.text) return 'No long pauses found'
  return `Split into ${formatPlural(countParagraphs(after.text), 'paragraph')}`
}

function FollowButton({ disabled }: { disabled: boolean }) {
  const isOn = usePreferences(({ audio }) => audio.isTextFollowing)
  return (
    <IconButton
      label="Follow playback (estimated)"
      icon={ScrollText}
      disabled={disabled}
      aria-pressed={isOn}
      className="aria-pressed:text-accent"
      onClick={() => changePreference('audio', { isTextFollowing: !isOn })}
    />
  )
}

const [mod] = toKeyNames('mod')

interface TextStatsProps {
  readonly job: TranscriptionJob
  readonly transcript: Transcript
  readonly characters: number
}

function TextStats({ job: { source, settings, sentAs, words }, transcript, characters }: TextStatsProps) {
  const count = transcript.versions[0]?.words ?? words ?? 0
  const stats = [
    count > 0 && formatPlural(count, 'word'),
    formatPlural(characters, 'character'),
    source.seconds !== null && formatLength(source.seconds),
    describeSentModel(settings.model, sentAs),
    settings.language,
  ]
  return (
    <div className="flex h-8 shrink-0 items-center gap-3 border-line border-t px-6 text-faint text-sm">
      <p className="max-w-full shrink-0 truncate tabular-nums">{stats.filter(Boolean).join(' · ')}</p>
      {transcript.cuts.length > 0 && (
        <p className="ml-auto min-w-0 truncate">{mod}+click a word to play from there (estimated)</p>
      )}
    </div>
  )
}

interface TextEditorInput {
  readonly transcript: Transcript
  readonly readOnly: boolean
  readonly onPointed: (offset: number) => void
}

const empty: TextState = { length: 0, canUndo: false, canRedo: false }

function useTextEditor({ transcript, readOnly, onPointed }: TextEditorInput) {
  const { jobId, text, versions } = transcript
  // A streamed text is only appended to: undo must not return to a partial text.
  const canUndo = (versions[0]?.origin ?? 'model') !== 'model'
  const container = useRef<HTMLDivElement>(null)
  /** Null until its container is rendered. */
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [{ textState, changes }, setState] = useState({ textState: empty, changes: 0 })
  const handlePointed = useEffectEvent(onPointed)
  const readInput = useEffectEvent(() => ({ text: readUnsaved(jobId) ?? text, readOnly }))
  useEffect(() => {
    if (!container.current) return
    const opened = openTextEditor(container.current, {
      ...readInput(),
      label: 'Transcript text',
      placeholder: 'This transcript is empty',
      onEdit: () => queueEdit(jobId, () => opened.read()),
      onChange: (next) => setState((before) => ({ textState: next, changes: before.changes + 1 })),
      onPointed: (offset) => handlePointed(offset),
    })
    setEditor(opened)
    return () => {
      void saveEdits(jobId)
      setEditor(null)
      opened.destroy()
    }
  }, [jobId])
  useEffect(() => editor?.setReadOnly(readOnly), [editor, readOnly])
  // A streamed or restored text; unsaved edits have priority.
  useEffect(() => {
    if (readUnsaved(jobId) === undefined) editor?.show(text, canUndo)
  }, [editor, jobId, text, canUndo])
  return { container, editor, textState, changes }
}

function useFindKeys(onFind: (field: FindRequest['field']) => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
    const field = readField(event)
    if (isElsewhere || !field) return
    onFind(field)
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    // In the capture phase: on a Mac the editor itself handles some of them.
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

/** ⌘H hides the application: there the shortcut is ⌥⌘F, which types another character. */
function readField(event: KeyboardEvent): FindRequest['field'] | undefined {
  if (isCommandKey(event, 'transcript.find')) return 'find'
  return readKeys(event, isMac).includes(isMac ? 'mod+alt+f' : 'mod+h') ? 'replace' : undefined
}
