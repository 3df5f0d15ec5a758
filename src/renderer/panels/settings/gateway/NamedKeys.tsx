// The gateway's named keys, one for each script: created, rotated and revoked separately.
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import type { IssuedKey, NamedKey } from '#shared/schemas/key-status'
import { describeError, readFieldErrors } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { useCopied } from '../../../components/CopyButton'
import { Dialog } from '../../../components/Dialog'
import { formatDay, formatMoment, formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { TextInput } from '../../../components/TextInput'
import { RotateButton, useCreateKey } from '../../../connection/RotateButton'
import { ConfirmButton } from '../../../notices/ConfirmButton'
import { TextField } from '../FormParts'

export function NamedKeys() {
  const { data: keys = [], error } = useQuery(queries.namedKeys.list.queryOptions())
  const [issued, setIssued] = useState<IssuedKey | null>(null)
  const heading = useId()
  return (
    <div className="flex flex-col gap-2">
      <h3 id={heading} className="font-medium text-soft text-sm leading-5">
        Named keys
      </h3>
      <p className="max-w-[72ch] text-faint text-sm">
        Give each script its own key. The request log shows the key’s name, and you can revoke one key without
        changing the others.
      </p>
      {error && <Notice tone="danger" title={describeError(error)} />}
      {keys.length > 0 && (
        <ul
          aria-labelledby={heading}
          className="flex flex-col divide-y divide-line rounded-lg border border-line"
        >
          {keys.map((key) => (
            <KeyRow key={key.id} namedKey={key} onIssued={setIssued} />
          ))}
        </ul>
      )}
      <CreateForm onIssued={setIssued} />
      <IssuedKeyDialog issued={issued} onClose={() => setIssued(null)} />
    </div>
  )
}

type OnIssued = (issued: IssuedKey) => void

function KeyRow({ namedKey, onIssued }: { readonly namedKey: NamedKey; readonly onIssued: OnIssued }) {
  const { id, name, ending } = namedKey
  const nameId = useId()
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  if (renaming)
    return (
      <li className="py-1.5 pr-2 pl-3">
        <RenameField
          label="Key name"
          name={name}
          onRename={(typed) => void renameKey(id, typed)}
          onDone={endRenaming}
        />
      </li>
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-3">
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span id={nameId} className="font-medium [overflow-wrap:anywhere]">
            {name}
          </span>
          <span className="font-mono text-faint text-xs">…{ending}</span>
        </span>
        <span className="text-soft text-sm">{describeUse(namedKey)}</span>
      </div>
      <div className="flex gap-2">
        <Button ref={returnFocus} size="small" aria-describedby={nameId} onClick={startRenaming}>
          Rename
        </Button>
        <RotateButton namedKey={namedKey} aria-describedby={nameId} onIssued={onIssued} />
        <ConfirmButton
          size="small"
          label="Revoke…"
          aria-describedby={nameId}
          question={`Revoke the key “${name}”?`}
          description={`${describeLastUse(namedKey)} Requests with this key are rejected immediately. You can’t undo this.`}
          confirmLabel="Revoke key"
          onConfirm={async () => {
            await desktop.namedKeys.revoke({ id })
            toast.success(`“${name}” revoked`)
          }}
        />
      </div>
    </li>
  )
}

async function renameKey(id: string, name: string): Promise<void> {
  try {
    await desktop.namedKeys.rename({ id, name })
  } catch (error) {
    const problem = readFieldErrors(error).name
    toast.error(`Couldn’t rename the key. ${problem ? `The name ${problem}.` : describeError(error)}`)
  }
}

/** `Last used May 22, 2026, 9:05:30 AM, 12 requests so far.` */
function describeLastUse({ lastUsedAt, requests }: NamedKey): string {
  if (lastUsedAt === null) return 'This key was never used.'
  return `Last used ${formatMoment(lastUsedAt)}, ${formatPlural(requests, 'request')} so far.`
}

/** `Created May 21, 2026 · 12 requests · Last used May 22, 2026, 9:05:30 AM`. */
function describeUse({ createdAt, changedAt, lastUsedAt, requests }: NamedKey): string {
  const since =
    changedAt === createdAt ? `Created ${formatDay(createdAt)}` : `Rotated ${formatDay(changedAt)}`
  const use = lastUsedAt === null ? ['Never used'] : [`Last used ${formatMoment(lastUsedAt)}`]
  return [since, ...(requests > 0 ? [formatPlural(requests, 'request')] : []), ...use].join(' · ')
}

function CreateForm({ onIssued }: { readonly onIssued: OnIssued }) {
  const { name, error, canCreate, type, submit } = useCreateKey(onIssued)
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="Name of the new key"
        placeholder="Nightly evaluation"
        className="max-w-72"
        value={name}
        error={error}
        onChange={type}
        actions={
          <Button type="submit" disabled={!canCreate}>
            Create key
          </Button>
        }
      />
    </form>
  )
}

function IssuedKeyDialog({ issued, onClose }: { issued: IssuedKey | null; onClose: () => void }) {
  const [isCopied, copy] = useCopied()
  const key = issued?.key ?? ''
  return (
    <Dialog
      open={issued !== null}
      onClose={onClose}
      title={`Copy the key “${issued?.namedKey.name ?? ''}”`}
      description="The key isn’t shown again. If you lose it, rotate it."
      actions={
        <>
          <Button onClick={onClose}>Dismiss</Button>
          <Button variant="primary" onClick={() => copy(key)}>
            {isCopied ? 'Copied' : 'Copy key'}
          </Button>
        </>
      }
    >
      <div className="px-5 pb-2">
        <TextInput
          aria-label="Key"
          data-first-focus
          readOnly
          value={key}
          onFocus={(event) => event.currentTarget.select()}
          className="w-full font-mono text-sm"
        />
      </div>
    </Dialog>
  )
}
