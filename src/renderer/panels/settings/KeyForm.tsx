// A form for a key: it can be set and removed here, never read.
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { KeySlot, KeyStatus } from '#shared/schemas/key-status'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { ConfirmButton } from '../../notices/ConfirmButton'
import { TextField } from './FormParts'
import { clearSecret, describeKey, findSecretProblem, useKey, useSecretInputs, writeSecret } from './keys'

interface KeyFormProps {
  readonly slot: KeySlot
  readonly label: string
  readonly hint?: string
  /** The use of the key; names the form. */
  readonly purpose: string
  /** Text for a URL that must be saved first, because the key is sent there: `the base URL`. */
  readonly unsaved?: string | undefined
  /** If given, the field takes the focus once, and this is called. */
  readonly onFocused?: (() => void) | undefined
  /** If given, a pasted key is saved at once, and this is called after a key was saved. */
  readonly onSaved?: () => void
}

export function KeyForm({ slot, label, hint, purpose, unsaved, onFocused, onSaved }: KeyFormProps) {
  const { status, isSet, pending, error, set, clear, reset } = useKey(slot)
  const key = useSecretInputs((inputs) => inputs[slot] ?? '')
  const [problem, setProblem] = useState<string>()
  const state = status && describeKey(status)
  const stateColor = state?.tone === 'warn' ? 'text-warn' : 'text-soft'
  const isStored = status?.usable && status.blockedOrigins.length === 0
  const write = (text: string) => {
    writeSecret(slot, text)
    setProblem(undefined)
    reset()
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!onFocused) return
    field.current?.focus()
    onFocused()
  }, [onFocused])
  const save = (text: string) => {
    const found = unsaved === undefined ? findSecretProblem(slot, text) : `can be saved after ${unsaved}`
    setProblem(found)
    if (found) return
    set(text.trim(), () => {
      clearSecret(slot)
      onSaved?.()
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(key)
  }
  // A single-line field would silently drop line breaks and join the lines.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    const isSeveral = /[\r\n]/.test(text)
    if (!isSeveral && (!onSaved || unsaved !== undefined)) return
    event.preventDefault()
    if (!isSeveral) write(text)
    save(text)
  }
  return (
    <form aria-label={`${purpose} key`} className="flex min-w-0 flex-col gap-2" onSubmit={submit} noValidate>
      {status && status.blockedOrigins.length > 0 && (
        <OriginNotice status={status} onEnter={() => field.current?.focus()} />
      )}
      <TextField
        label={label}
        hint={unsaved === undefined ? hint : `Save ${unsaved} first. The key is only sent there.`}
        error={problem ?? error}
        aside={state && <span className={`text-sm ${stateColor}`}>{state.brief}</span>}
        ref={field}
        type="password"
        placeholder={isStored ? 'Key saved. Paste a new key to replace it.' : 'Paste API key'}
        className="font-mono text-sm"
        value={key}
        onPaste={paste}
        onChange={write}
        actions={
          <>
            <Button type="submit" disabled={!key.trim() || pending || unsaved !== undefined}>
              Save key
            </Button>
            {isSet && (
              <RemoveSecret
                label="Remove key"
                question={`Remove the ${purpose} key?`}
                disabled={pending}
                onRemove={clear}
              />
            )}
          </>
        }
      />
      {state?.detail && <p className={`text-sm ${stateColor}`}>{state.detail}</p>}
    </form>
  )
}

function OriginNotice({ status, onEnter }: { status: KeyStatus; onEnter: () => void }) {
  const { origins, blockedOrigins } = status
  const list = new Intl.ListFormat('en-US')
  const before = origins.length > 0 ? list.format(origins) : 'a URL that was removed'
  const now = list.format(blockedOrigins)
  return (
    <Notice
      tone="warn"
      title={`This key isn’t sent to ${now}`}
      actions={
        <Button size="small" onClick={onEnter}>
          Enter key
        </Button>
      }
    >
      {`This key was entered for ${before}. Enter it again for ${now}, or change the base URL back.`}
    </Notice>
  )
}

interface RemoveSecretProps {
  readonly label: string
  readonly size?: 'small' | 'usual'
  readonly question: string
  readonly disabled: boolean
  readonly onRemove: () => void
}

/** Removes a key or a password, after asking. */
export function RemoveSecret({ onRemove, ...rest }: RemoveSecretProps) {
  return (
    <ConfirmButton
      {...rest}
      variant="danger"
      description="You can’t undo this. To use the key again, you’ll need to re-enter it."
      confirmLabel={rest.label}
      onConfirm={onRemove}
    />
  )
}
