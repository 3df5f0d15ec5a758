// Removes a key or a password, after asking: nobody can bring it back.
import { useState } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'

interface RemoveSecretProps {
  /** On the button, and on the one that answers the question. */
  readonly label: string
  readonly size?: 'small' | 'usual'
  readonly question: string
  readonly disabled: boolean
  readonly onRemove: () => void
}

export function RemoveSecret({ label, size = 'usual', question, disabled, onRemove }: RemoveSecretProps) {
  const [asking, setAsking] = useState(false)
  const remove = () => {
    setAsking(false)
    onRemove()
  }
  return (
    <>
      <Button look="danger" size={size} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question}
        description="It cannot be shown or brought back: you would have to enter it again."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="danger" onClick={remove}>
              {label}
            </Button>
          </>
        }
      />
    </>
  )
}
