// What the user is typing, in one store: saved within 300 ms, so that it survives a crash, and the same in all windows.
import { create } from 'zustand'
import type { FormName } from '#shared/desktop/jobs-contract'
import type { Draft } from '#shared/schemas/chat'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { createDraftSaver } from './draft-saver'

interface DraftStore {
  /** The next prompts, by the key of their conversation or drawing. */
  readonly drafts: Readonly<Record<string, Draft>>
  /** As they were saved, or written by their `FormDraft`, which parses them. */
  readonly forms: Readonly<Partial<Record<FormName, unknown>>>
  /** Of input fields, valid or not, by the field's key. In memory only: some are secret, or contain a password. */
  readonly texts: Readonly<Record<string, string>>
  /** Until then, saved drafts are missing. */
  readonly isLoaded: boolean
  /** Why drafts could not be loaded or saved; they stay in the store, and saving is retried. */
  readonly failure: string | null
}

export const useDrafts = create<DraftStore>()(() => ({
  drafts: {},
  forms: {},
  texts: {},
  isLoaded: false,
  failure: null,
}))

type Change =
  | { readonly kind: 'draft'; readonly key: string; readonly draft: Draft | null }
  | { readonly kind: 'form'; readonly key: FormName; readonly form: unknown }

/** By the key of the saver, or `load`. */
const failures = new Map<string, string>()

async function save(key: string, change: Change) {
  try {
    if (change.kind === 'draft') await desktop.drafts.write({ key: change.key, draft: change.draft })
    else await desktop.forms.write({ name: change.key, form: change.form })
    failures.delete(key)
  } catch (error) {
    failures.set(key, describeError(error))
    throw error
  }
}

function showFailure() {
  const failure = [...failures.values()].at(-1) ?? null
  if (failure !== useDrafts.getState().failure) useDrafts.setState({ failure })
}

const saver = createDraftSaver<Change>({ save, onFailure: showFailure, onSaved: showFailure })
const toSaverKey = ({ kind, key }: Change) => `${kind} ${key}`

let channel: BroadcastChannel | undefined
let isReceiving = false
let opening: Promise<void> | undefined

/** Loads saved drafts once, and saves every change. Can be called again after a failure. */
export function openDrafts(): Promise<void> {
  opening ??= load()
    .then(
      () => void failures.delete('load'),
      (error) => {
        opening = undefined
        failures.set('load', describeError(error))
      },
    )
    .finally(showFailure)
  return opening
}

async function load() {
  followChanges()
  const [savedDrafts, forms] = await Promise.all([desktop.drafts.read(), desktop.forms.read()])
  // A prompt that was typed before takes precedence; a form that was changed has only its other defaults.
  useDrafts.setState(({ drafts }) => ({
    drafts: { ...savedDrafts, ...drafts },
    forms,
    isLoaded: true,
  }))
}

function followChanges() {
  if (channel) return
  channel = new BroadcastChannel('drafts')
  channel.onmessage = ({ data }: MessageEvent<Change>) => receive(data)

  useDrafts.subscribe((after, before) => {
    // Loaded drafts are saved already.
    if (isReceiving || after.isLoaded !== before.isLoaded) return
    for (const change of listChanges(before, after)) {
      saver.add(toSaverKey(change), () => change)
      channel?.postMessage(change)
    }
  })
  window.addEventListener('pagehide', () => saver.flush())
}

function listChanges(before: DraftStore, after: DraftStore): Change[] {
  const drafts = listChangedKeys(before.drafts, after.drafts)
  // The defaults of a form that is not loaded must not replace the saved ones.
  const forms = after.isLoaded ? listChangedKeys(before.forms, after.forms) : []
  return [
    ...drafts.map((key) => ({ kind: 'draft', key, draft: after.drafts[key] ?? null }) as const),
    ...forms.map((key) => ({ kind: 'form', key, form: after.forms[key] }) as const),
  ]
}

/** Lists keys whose value was changed or removed. */
export function listChangedKeys<Key extends string>(
  before: Readonly<Partial<Record<Key, unknown>>>,
  after: Readonly<Partial<Record<Key, unknown>>>,
): Key[] {
  if (before === after) return []
  // The keys of a record have its type.
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Key[]
  return keys.filter((key) => before[key] !== after[key])
}

/** A draft that is open in two windows has the same text in both; the page in which it was typed saves it. */
function receive(change: Change) {
  isReceiving = true
  if (change.kind === 'draft') setDraft(change.key, change.draft)
  else useDrafts.setState(({ forms }) => ({ forms: { ...forms, [change.key]: change.form } }))
  isReceiving = false
  // An older change of this window would replace it.
  const key = toSaverKey(change)
  if (saver.readUnsaved(key) !== undefined) saver.add(key, () => change)
}

/** Null removes it. */
export function setDraft(key: string, draft: Draft | null) {
  useDrafts.setState(({ drafts: { [key]: _, ...others } }) => ({
    drafts: draft ? { ...others, [key]: draft } : others,
  }))
}

export interface FormDraft<Form> {
  useForm<Part>(select: (form: Form) => Part): Part
  read(): Form
  write(form: Form): void
  change(part: Partial<Form>): void
}

/** The form of a panel. `parse` turns anything that was saved, or nothing, into a form. */
export function createForm<Form>(name: FormName, parse: (saved: unknown) => Form): FormDraft<Form> {
  let parsed: { readonly saved: unknown; readonly form: Form } = { saved: undefined, form: parse(undefined) }
  const readFrom = ({ forms: { [name]: saved } }: DraftStore) => {
    if (saved !== parsed.saved) parsed = { saved, form: parse(saved) }
    return parsed.form
  }
  const read = () => readFrom(useDrafts.getState())
  const write = (form: Form) => {
    parsed = { saved: form, form }
    useDrafts.setState(({ forms }) => ({ forms: { ...forms, [name]: form } }))
  }
  return {
    useForm: (select) => useDrafts((state) => select(readFrom(state))),
    read,
    write,
    change: (part) => write({ ...read(), ...part }),
  }
}

/** The raw text of an input field, so that collapsing a section or switching chats loses nothing. */
export function saveInput(key: string, text: string) {
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [key]: text } }))
}

export function clearInputs(...keys: readonly string[]) {
  useDrafts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key))),
  }))
}
