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
  const { initial, load, listChanges, save, savesOnlyAfterLoading = false } = options
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

  function saveChanges() {
    if (isSubscribed) return
    isSubscribed = true
    useStore.subscribe((after, before) => {
      // Loaded drafts are saved already, and a status is not a draft.
      if (after.isLoaded !== before.isLoaded || after.failure !== before.failure) return
      for (const [key, draft] of listChanges(before, after)) saver.add(key, () => draft)
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
    savesOnlyAfterLoading: true,
  })
  return { useForm: useStore, open }
}
