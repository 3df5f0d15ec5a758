// A button that asks before an action that cannot be undone.
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../api/describe-error'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  readonly label: string
  readonly question: string
  readonly description: string
  /** On the button in the dialog. */
  readonly confirmLabel: string
  /** The dialog stays open until it settles; an error is shown as a toast. */
  readonly onConfirm: () => Promise<void> | void
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, question, description, confirmLabel, onConfirm, ...button } = props
  const [isOpen, setIsOpen] = useState(false)
  const confirm = useMutation({
    mutationFn: async () => onConfirm(),
    onError: (error) => toast.error(describeError(error)),
    onSettled: () => setIsOpen(false),
  })
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={question}
        description={description}
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button variant="danger" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
              {confirmLabel}
            </Button>
          </>
        }
      />
    </>
  )
}
