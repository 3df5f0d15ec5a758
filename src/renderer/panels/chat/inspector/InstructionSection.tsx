// The system instruction, in the inspector or in a larger dialog.
import { Maximize2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { parseTemplate } from '#shared/templates/prompt-template'
import { Dialog } from '../../../components/Dialog'
import { HintText, HintTooltip } from '../../../components/HintTooltip'
import { IconButton } from '../../../components/IconButton'
import { MarkedTextArea } from '../../../components/MarkedTextArea'
import { useEditedParameters } from './use-edited-parameters'

const hint =
  'Sets the model’s role, tone, and format. Sent with every request. {{variables}} are filled in before sending.'

export function InstructionSection() {
  const { parameters, change } = useEditedParameters()
  const hintId = useId()
  const [large, setLarge] = useState(false)
  const value = parameters.systemInstruction ?? ''
  const ranges = useMemo(() => parseTemplate(value).ranges, [value])
  const field = {
    'aria-label': 'System instruction',
    placeholder: 'None',
    value,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ systemInstruction: target.value || undefined }),
  }
  return (
    <>
      <HintTooltip hint={hint} className="flex flex-col">
        <MarkedTextArea {...field} ranges={ranges} rows={3} className="pr-8" aria-describedby={hintId} />
        <IconButton
          size="small"
          label="Expand editor"
          icon={Maximize2}
          className="absolute top-1 right-1 bg-raised"
          onClick={() => setLarge(true)}
        />
        <HintText id={hintId}>{hint}</HintText>
      </HintTooltip>
      <Dialog
        open={large}
        onClose={() => setLarge(false)}
        title="System instruction"
        size="large"
        description={`${hint} Saved automatically.`}
      >
        <div className="flex min-h-0 flex-1 px-5 pb-5">
          <textarea
            {...field}
            data-first-focus
            className="min-h-0 flex-1 resize-none rounded-md border border-line-strong bg-raised px-3 py-2 text-reading focus-visible:border-accent focus-visible:outline-offset-0"
          />
        </div>
      </Dialog>
    </>
  )
}
