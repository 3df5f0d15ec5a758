// Resets one area or everything, after a typed word.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { type ResetArea, resetAreas } from '#shared/schemas/user-data'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Switch } from '../../../components/Switch'
import { TextField } from '../FormParts'
import { exportData } from './data-transfer'
import { areaEffects, areaNames } from './names'

export function ResetControls() {
  const { confirmed, confirm, dismiss } = useConfirmation<ResetArea | 'everything'>()
  const [keys, setKeys] = useState(false)
  const reset = useMutation({
    mutationFn: (area: ResetArea) => desktop.data.reset({ area }),
    onSuccess: (_, area) => {
      toast.success(`${areaNames[area]} reset`)
      return queryClient.invalidateQueries()
    },
    onError: (error) => toast.error(describeError(error)),
  })
  const resetAll = async () => {
    try {
      // The start empties the folder; this is what the page itself remembers.
      localStorage.clear()
      await desktop.data.resetAll({ keys })
    } catch (error) {
      toast.error(describeError(error))
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h3 className="font-medium text-soft text-sm">Reset</h3>
        <p className="text-faint text-sm">
          What has a trash moves there. You confirm each reset with a typed word.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {resetAreas.map((area) => (
          <Button key={area} disabled={reset.isPending} onClick={() => confirm(area)}>
            Reset {areaNames[area].toLowerCase()}…
          </Button>
        ))}
        <Button variant="danger" onClick={() => confirm('everything')}>
          Reset everything…
        </Button>
      </div>
      {confirmed !== null && confirmed !== 'everything' && (
        <ConfirmDialog
          title={`Reset ${areaNames[confirmed].toLowerCase()}?`}
          description={areaEffects[confirmed]}
          action="Reset"
          word="RESET"
          onClose={dismiss}
          onConfirm={() => reset.mutate(confirmed)}
        />
      )}
      {confirmed === 'everything' && (
        <ConfirmDialog
          title="Reset everything?"
          description="This permanently deletes all chats, images, videos, transcripts, embedding sets, presets, templates, settings, the request log, and the snapshots, then restarts the app. You can’t undo this. Backups stay."
          action="Delete everything"
          word="DELETE"
          onClose={dismiss}
          onConfirm={() => void resetAll()}
        >
          <div>
            <Button
              onClick={() => {
                dismiss()
                void exportData()
              }}
            >
              Export first…
            </Button>
          </div>
          <Switch
            label="Delete keys, too"
            hint="API keys, gateway keys, and proxy credentials. Otherwise, they stay with their names and services."
            checked={keys}
            onChange={setKeys}
          />
        </ConfirmDialog>
      )}
    </div>
  )
}

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
