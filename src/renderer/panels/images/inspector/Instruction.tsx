// What the model is told before every instruction, where it takes that.
import { TextArea } from '../../../components/TextInput'
import { refusesInstruction } from '../fit-drawing'
import { useNextStep } from '../use-drawing'

export function Instruction() {
  const { parameters, change } = useNextStep()
  const isRefused = refusesInstruction(parameters.model)
  return (
    <>
      <TextArea
        aria-label="System instruction"
        aria-describedby="system-instruction-hint"
        placeholder="None"
        rows={3}
        disabled={isRefused}
        value={parameters.systemInstruction ?? ''}
        onChange={({ target }) => change({ systemInstruction: target.value || undefined })}
      />
      <p id="system-instruction-hint" className="text-faint text-sm">
        {isRefused
          ? 'This model refuses requests with a system instruction: it is left out, and kept here for the others.'
          : 'Sent before the steps, with every one: a style, a palette, a brand.'}
      </p>
    </>
  )
}
