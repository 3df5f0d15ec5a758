// Keeps a panel's form on the disk: read once, written back as it changes.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { formNames } from '#shared/desktop/jobs-contract'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { createDraftWriter } from './draft-writer'

type FormName = (typeof formNames)[number]

interface FormState<Form> {
  readonly form: Form
  /** Until then it holds nothing that was written before. */
  readonly isRead: boolean
  /** Why it could not be read or written; it stays here as long as the window does. */
  readonly failure: string | null
}

export interface KeptForm<Form> {
  readonly useForm: UseBoundStore<StoreApi<FormState<Form>>>
  /** Reads what the disk holds, the first time; from then on each change is written. */
  open(): Promise<void>
}

/** `read` makes a form of anything that may lie on the disk, or of nothing. */
export function createKeptForm<Form>(name: FormName, read: (kept: unknown) => Form): KeptForm<Form> {
  const useForm = create<FormState<Form>>()(() => ({ form: read(undefined), isRead: false, failure: null }))
  const fail = (error: unknown) => useForm.setState({ failure: describeError(error) })
  const writer = createDraftWriter<Form>({
    write: (_, form) => desktop.forms.write({ name, form }),
    onFailure: fail,
    onWritten: () => useForm.getState().failure !== null && useForm.setState({ failure: null }),
  })
  let opening: Promise<void> | undefined

  async function readKept() {
    try {
      const { [name]: kept } = await desktop.forms.read()
      useForm.setState({ form: read(kept), isRead: true, failure: null })
      useForm.subscribe(({ form }, before) => form !== before.form && writer.note(name, form))
      window.addEventListener('pagehide', () => writer.flush())
    } catch (error) {
      opening = undefined
      fail(error)
    }
  }
  return {
    useForm,
    open() {
      opening ??= readKept()
      return opening
    },
  }
}
