// Chooses the key that the lines have, or creates one for a script.
import { useState } from 'react'
import type { NamedKey } from '#shared/schemas/key-status'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { TextInput } from '../../../components/TextInput'
import { RotateButton, useCreateKey } from '../../../connection/RotateButton'
import { afterNextFrame } from '../../../state/scheduling'
import { chooseKey, fillInKey, localKeyId } from './connect-keys'

/** In place of a key whose text is unknown. */
export const keyPlaceholder = 'YOUR_KEY'

interface KeyPickerProps {
  readonly keys: readonly NamedKey[]
  /** Undefined: the local key. */
  readonly selected: NamedKey | undefined
  /** Null: only its hash is known. */
  readonly text: string | null
  /** The local key is not saved. */
  readonly isTemporary: boolean
}

const issuedHint = 'Copy the lines now. After you close the window, the key isn’t shown again.'

const createOption = { value: 'create', label: 'Create key for a script…' }

export function KeyPicker({ keys, selected, text, isTemporary }: KeyPickerProps) {
  const [isCreating, setIsCreating] = useState(false)
  const options = keys.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="flex flex-col gap-3">
      <div className="max-w-[28rem]">
        <Field label="Key" hint={selected && text !== null ? issuedHint : undefined}>
          {({ id }) => (
            <Select
              id={id}
              label="Key"
              className="w-80 max-w-full"
              value={selected?.id ?? localKeyId}
              groups={[
                { label: '', options: [{ value: localKeyId, label: 'Local key' }] },
                { label: 'Named keys', options: [...options, createOption] },
              ]}
              onChange={(value) => {
                // The select gets the focus first, which returns to it from the dialog.
                if (value === createOption.value) afterNextFrame(() => setIsCreating(true))
                else chooseKey(value)
              }}
            />
          )}
        </Field>
      </div>
      {!selected && isTemporary && (
        <Notice tone="warn" title="This local key lasts until you quit">
          It can’t be saved or the saved one can’t be read. Create a key for a script instead: it stays valid.
        </Notice>
      )}
      {selected && text === null && (
        <Notice
          tone="quiet"
          title={`The lines don’t contain the key “${selected.name}”`}
          actions={<RotateButton namedKey={selected} onIssued={fillInKey} />}
        >
          {`Only its hash is stored. Replace ${keyPlaceholder} with the key that you copied, or rotate it to fill in a new one.`}
        </Notice>
      )}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </div>
  )
}

function CreateKeyDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { name, error, canCreate, type, submit } = useCreateKey((issued) => {
    fillInKey(issued)
    onClose()
  })
  const close = () => {
    type('')
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title="Create a key for a script"
      description="The log shows the key’s name, and you can revoke this key without changing the others."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form="create-key" variant="primary" disabled={!canCreate}>
            Create key
          </Button>
        </>
      }
    >
      <form id="create-key" noValidate onSubmit={submit} className="px-5 pb-2">
        <Field label="Name" error={error}>
          {(attributes) => (
            <TextInput
              {...attributes}
              data-first-focus
              className="w-full"
              placeholder="Nightly evaluation"
              value={name}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
