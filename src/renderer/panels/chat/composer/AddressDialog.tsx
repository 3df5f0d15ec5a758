// Attaches a file by its address: the model fetches it, nothing is uploaded.
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { TextInput } from '../../../components/TextInput'
import { addAttachment } from '../../../state/drafts'
import { findTypeProblem, knownTypes, readAddress } from './read-address'

interface AddressDialogProps {
  readonly draftKey: string
  readonly onClose: () => void
}

export function AddressDialog({ draftKey, onClose }: AddressDialogProps) {
  const [address, setAddress] = useState('')
  /** Null until the user has set one: then the address decides. */
  const [type, setType] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const types = useId()
  const read = readAddress(address)
  const mimeType = type ?? (read.problem === undefined ? read.mimeType : '')
  const typeProblem = findTypeProblem(mimeType.trim())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (read.problem !== undefined || typeProblem) return
    addAttachment(draftKey, {
      kind: 'uri',
      id: crypto.randomUUID(),
      uri: read.uri,
      mimeType: mimeType.trim(),
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add by address"
      description="The model fetches it by itself: a video on YouTube, a public https: address, a gs: bucket, or a files/… that was uploaded before."
    >
      <form onSubmit={submit} className="flex flex-col gap-3 px-5 pb-4">
        <Field label="Address" error={tried ? read.problem : undefined}>
          {(attributes) => (
            <TextInput
              {...attributes}
              placeholder="https://…"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Type"
          error={typeProblem}
          hint="Guessed from the ending. Where it is empty, the model finds out by itself, or refuses."
        >
          {(attributes) => (
            <>
              <TextInput
                {...attributes}
                list={types}
                placeholder="video/mp4"
                value={mimeType}
                onChange={(event) => setType(event.target.value)}
              />
              <datalist id={types}>
                {knownTypes.map((known) => (
                  <option key={known} value={known} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
