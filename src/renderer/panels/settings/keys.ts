// Secrets in the vault, which can be set and removed but never read: their status, its description, and what is typed.
import { useMutation, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { type KeySlot, type KeyStatus, secretSchemaFor } from '#shared/schemas/key-status'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { recordKeyChange } from '../../connection/upstream-checks'

export function useKey(slot: KeySlot) {
  const status = useQuery(queries.keys.status.queryOptions({ input: { slot } }))
  const options = {
    onSuccess: (next: KeyStatus) => {
      recordKeyChange(slot)
      queryClient.setQueryData(queries.keys.status.queryKey({ input: { slot } }), next)
    },
  }
  const set = useMutation(queries.keys.set.mutationOptions(options))
  const clear = useMutation(queries.keys.clear.mutationOptions(options))
  const error = set.error ?? clear.error ?? status.error
  return {
    status: status.data,
    /** Also if it cannot be read: it can be removed. */
    isSet: status.data ? status.data.usable || hasUnreadable(status.data) : false,
    pending: set.isPending || clear.isPending,
    error: error ? describeError(error).replace(/^key: /, '') : undefined,
    /** `onSaved` is called even if the form was closed meanwhile; a failure is in `error`. */
    set: (key: string, onSaved: () => void) => void set.mutateAsync({ slot, key }).then(onSaved, () => {}),
    clear: () => clear.mutate({ slot }),
    reset: () => {
      set.reset()
      clear.reset()
    },
  }
}

function hasUnreadable({ state, isFileReadable }: KeyStatus): boolean {
  return state === 'unreadable' && isFileReadable
}

/** Checked before saving, in the words of the schema. */
export function findSecretProblem(slot: KeySlot, text: string): string | undefined {
  return secretSchemaFor(slot).safeParse(text).error?.issues[0]?.message
}

/** Typed and not saved yet, by field: outlives a switch of panels, in memory only. */
export const useSecretInputs = create<Readonly<Record<string, string>>>()(() => ({}))

export function writeSecret(name: string, text: string) {
  useSecretInputs.setState({ [name]: text })
}

export function clearSecret(name: string) {
  useSecretInputs.setState(({ [name]: _, ...others }) => others, true)
}

/** For a description within a line. Only the first letter, because the rest may contain names and “URL”. */
export function lowerCaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Says where a key that is entered now will be stored. */
export function describeStorage({ state, backend, isFileReadable }: KeyStatus): string {
  if (!isFileReadable) return 'The key file can’t be read, so keys you enter last until you quit.'
  if (state === 'no-secure-storage' || backend === 'none')
    return 'This system has no secure storage, so keys you enter last until you quit.'
  return `Keys are encrypted and stored in ${backendNames[backend] ?? backend}. Scripts and models never get them.`
}

interface KeyDescription {
  readonly brief: string
  readonly tone: 'quiet' | 'warn'
  /** Only if the brief description is not enough. */
  readonly detail?: string
}

/** Describes a key's status. */
export function describeKey(status: KeyStatus): KeyDescription {
  const { state, usable, backend, blockedOrigins } = status
  if (usable && blockedOrigins.length > 0) return { brief: 'Entered for another URL', tone: 'warn' }
  if (usable && state !== 'ready')
    return { brief: 'Stored for this session only', tone: 'warn', detail: describeUnsaved(status) }
  switch (state) {
    case 'absent':
      return { brief: 'Not set', tone: 'quiet' }
    case 'ready':
      return { brief: `Stored in ${backendNames[backend] ?? backend}`, tone: 'quiet' }
    case 'unreadable':
      return {
        brief: 'Can’t be read',
        tone: 'warn',
        detail: status.isFileReadable
          ? 'A key is saved but can’t be read: the keyring is locked or isn’t the one it was saved with. Unlock it and restart, or enter the key again.'
          : 'The key file can’t be read. A key you enter lasts until you quit.',
      }
    case 'no-secure-storage':
      return {
        brief: 'Not set',
        tone: 'warn',
        detail: 'This system has no secure storage. A key you enter lasts until you quit.',
      }
  }
}

function describeUnsaved({ state, backend, isFileReadable }: KeyStatus): string {
  if (!isFileReadable) return 'The key file can’t be read, so this key isn’t saved. It lasts until you quit.'
  if (state === 'unreadable')
    return 'This key lasts until you quit. Another one is saved but can’t be read: the keyring is locked or isn’t the one it was saved with.'
  return backend === 'none'
    ? 'This system has no secure storage, so this key isn’t saved. It lasts until you quit.'
    : 'The key file couldn’t be written, so this key isn’t saved. It lasts until you quit.'
}

const backendNames: Readonly<Record<string, string>> = {
  gnome_libsecret: 'the GNOME keyring',
  'gnome-libsecret': 'the GNOME keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
  keychain: 'the macOS Keychain',
  dpapi: 'Windows Data Protection',
}
