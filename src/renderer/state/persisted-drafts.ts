// Drafts that survive a crash: a store whose changes are saved within 300 ms.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { formNames } from '#shared/desktop/jobs-contract'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { createDraftSaver } from './draft-saver'

interface PersistenceStatus {
  /** Until then, the store contains no saved drafts. */
  readonly isLoaded: boolean
  /** Why drafts could not be loaded or saved; they stay in the store, and saving is retried. */
  readonly failure: string | null
}

interface PersistOptions<State, Draft> {
  readonly initial: State
  /** Loads the saved state. Without it, `initial` is already complete. */
  readonly load?: () => Promise<(state: State) => State>
  /** Lists the differences between two states, by key; null if the draft was removed. */
  readonly listChanges: (before: State, after: State) => readonly (readonly [key: string, Draft | null])[]
  readonly save: (key: string, draft: Draft | null) => Promise<unknown>
  /** Applies a change of another window, whose page saves it. The same in all windows; the name of its channel. */
  readonly share: {
    readonly name: string
    readonly apply: (state: State, key: string, draft: Draft | null) => State
  }
  /** A whole form must be loaded first: a change to its defaults would replace the saved form. */
  readonly savesOnlyAfterLoading?: boolean
}

export interface PersistedDrafts<State> {
  readonly useStore: UseBoundStore<StoreApi<State & PersistenceStatus>>
  /** Loads saved drafts once and then saves every change. Can be called again after a failure. */
  open(): Promise<void>
}

export function createPersistedDrafts<State extends object, Draft>(
  options: PersistOptions<State, Draft>,
): PersistedDrafts<State> {
  const { initial, load, listChanges, save, share, savesOnlyAfterLoading = false } = options
  type Stored = State & PersistenceStatus
  const useStore = create<Stored>()(() => ({ ...initial, isLoaded: !load, failure: null }))
  // `Partial<Stored>` of a type parameter cannot be proven for a literal.
  const setStatus = (status: Partial<PersistenceStatus>) => useStore.setState(status as Partial<Stored>)
  const saver = createDraftSaver<Draft | null>({
    save,
    onFailure: (error) => setStatus({ failure: describeError(error) }),
    onSaved: () => useStore.getState().failure !== null && setStatus({ failure: null }),
  })
  let opening: Promise<void> | undefined
  let isSubscribed = false
  let isReceiving = false

  /** A draft that is open in two windows has the same text in both. */
  function receiveChanges(channel: BroadcastChannel) {
    channel.onmessage = ({ data }: MessageEvent<readonly [key: string, draft: Draft | null]>) => {
      const [key, draft] = data
      isReceiving = true
      useStore.setState((state) => share.apply(state, key, draft) as Partial<Stored>)
      isReceiving = false
      // An older change of this window would replace it.
      if (saver.readUnsaved(key) !== undefined) saver.add(key, () => draft)
    }
  }

  function saveChanges() {
    if (isSubscribed) return
    isSubscribed = true
    const channel = new BroadcastChannel(share.name)
    receiveChanges(channel)
    useStore.subscribe((after, before) => {
      // Loaded drafts are saved already, and a status is not a draft.
      if (isReceiving || after.isLoaded !== before.isLoaded || after.failure !== before.failure) return
      for (const [key, draft] of listChanges(before, after)) {
        saver.add(key, () => draft)
        channel.postMessage([key, draft])
      }
    })
    window.addEventListener('pagehide', () => saver.flush())
  }

  async function loadDrafts() {
    if (!savesOnlyAfterLoading) saveChanges()
    try {
      const addLoaded = await load?.()
      if (addLoaded) useStore.setState((state) => ({ ...addLoaded(state), isLoaded: true, failure: null }))
      saveChanges()
    } catch (error) {
      opening = undefined
      setStatus({ failure: describeError(error) })
    }
  }
  return {
    useStore,
    open() {
      opening ??= loadDrafts()
      return opening
    },
  }
}

interface FormState<Form> {
  readonly form: Form
}

export interface PersistedForm<Form> {
  readonly useForm: PersistedDrafts<FormState<Form>>['useStore']
  readonly open: () => Promise<void>
}

/** The form of a panel. `parse` turns anything that was saved, or nothing, into a form. */
export function createPersistedForm<Form>(
  name: (typeof formNames)[number],
  parse: (saved: unknown) => Form,
): PersistedForm<Form> {
  const { useStore, open } = createPersistedDrafts<FormState<Form>, Form>({
    initial: { form: parse(undefined) },
    load: async () => {
      const { [name]: saved } = await desktop.forms.read()
      return (state) => ({ ...state, form: parse(saved) })
    },
    listChanges: (before, after) => (before.form === after.form ? [] : [[name, after.form]]),
    save: (_, form) => desktop.forms.write({ name, form }),
    share: { name: `form ${name}`, apply: (state, _, form) => (form ? { ...state, form } : state) },
    savesOnlyAfterLoading: true,
  })
  return { useForm: useStore, open }
}
