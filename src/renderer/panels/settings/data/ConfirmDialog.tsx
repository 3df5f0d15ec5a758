// Confirms a deletion, with a typed word where much is lost.
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { TextField } from '../FormParts'

export function useConfirmation<Value>() {
  const [confirmed, setConfirmed] = useState<Value | null>(null)
  return { confirmed, confirm: setConfirmed, dismiss: () => setConfirmed(null) }
}

interface ConfirmDialogProps {
  readonly title: string
  readonly description: string
  /** The button that confirms. */
  readonly action: string
  /** Must be typed. */
  readonly word?: string
  readonly children?: ReactNode
  readonly onClose: () => void
  readonly onConfirm: () => void
}

export function ConfirmDialog({
  title,
  description,
  action,
  word,
  children,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const isConfirmed = word === undefined || typed.trim() === word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed) return
    onClose()
    onConfirm()
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} className="flex flex-col gap-3 px-5 pb-4">
        {children}
        {word !== undefined && (
          <TextField
            label={`Type ${word} to confirm`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={setTyped}
          />
        )}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={!isConfirmed}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
