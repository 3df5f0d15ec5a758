// The foot of the editor: its settings, what is sent, and the buttons that use the copy.
import type { ReactNode } from 'react'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Select } from '../../../components/Select'
import { focusPrompt } from '../../../state/focus-requests'
import { useImageModels } from '../state/image-models'
import { useNextStep } from '../state/next-step'
import { attachCopy, type EditMode } from './edit-copy'
import { type EditedPicture, finishEditor, useEditor, withCopy } from './editor-state'

interface EditorFooterProps {
  readonly picture: EditedPicture
  readonly mode: EditMode
  readonly fileName: string
  /** Why there is nothing to send yet. */
  readonly blocker: string | undefined
  /** Describes the copy that is sent. */
  readonly note: string
  readonly render: () => Promise<Blob>
  readonly onAdded?: () => void
  /** Only for copies that are useful without a model. */
  readonly onSave?: () => Promise<void>
  readonly onError: (message: string | null) => void
  readonly children: ReactNode
}

export function EditorFooter(props: EditorFooterProps) {
  const { picture, mode, fileName, blocker, note, render, onAdded, onSave, onError, children } = props
  const isBusy = useEditor(({ busy }) => busy === picture)
  const run = (work: () => Promise<void>) => {
    onError(null)
    withCopy(picture, work).catch((error) => onError(describeError(error)))
  }
  const add = async () => {
    await attachCopy(picture.turn, mode, { name: fileName, blob: await render() })
    onAdded?.()
    // Later, because the dialog returns the focus when it closes.
    if (finishEditor(picture)) requestAnimationFrame(focusPrompt)
  }
  const isBlocked = isBusy || blocker !== undefined
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-2">
      <div className="flex items-center gap-2">{children}</div>
      <p role="status" className="min-w-0 flex-1 basis-72 text-soft text-sm">
        {isBusy ? 'Preparing copy…' : (blocker ?? note)}
      </p>
      <div className="flex shrink-0 gap-2">
        {onSave && (
          <Button disabled={isBlocked} onClick={() => run(onSave)}>
            Save as…
          </Button>
        )}
        <Button variant="primary" disabled={isBlocked} onClick={() => run(add)}>
          Add to next step
        </Button>
      </div>
    </footer>
  )
}

interface RatioSelectProps {
  readonly label: string
  /** The choice without a ratio. */
  readonly automatic: string
  readonly value: string | null
  readonly onChange: (ratio: string | null) => void
}

/** The ratios that the model of the next step can generate. */
export function RatioSelect({ label, automatic, value, onChange }: RatioSelectProps) {
  const { parameters } = useNextStep()
  const { models } = useImageModels()
  const ratios = models.find(({ id }) => id === parameters.model)?.aspectRatios ?? []
  const listed = value === null || ratios.includes(value) ? ratios : [...ratios, value]
  const options = [
    { value: 'any', label: automatic },
    ...listed.map((ratio) => ({ value: ratio, label: ratio })),
  ]
  return (
    <Select
      label={label}
      value={value ?? 'any'}
      groups={[{ label, options }]}
      onChange={(ratio) => onChange(ratio === 'any' ? null : ratio)}
      className="h-7"
    />
  )
}
