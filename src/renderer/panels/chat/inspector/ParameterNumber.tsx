// A numeric parameter: a field with a slider, its error, and a reset to the model's default.
import { NumberInput } from '../../../components/NumberInput'
import { type NumberRule, readParameter, showParameter } from '../../../components/read-parameter'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { useEditedParameters } from './use-edited-parameters'

export const numberNames = [
  'temperature',
  'topP',
  'topK',
  'seed',
  'maxOutputTokens',
  'thinkingBudget',
] as const

interface ParameterNumberProps {
  readonly name: (typeof numberNames)[number]
  readonly label: string
  readonly rule: NumberRule
  readonly hint?: string
  readonly slider?: {
    readonly min: number
    readonly max: number
    readonly step: number
    readonly unsetPosition: number
  }
}

export function ParameterNumber({ name, label, rule, hint, slider }: ParameterNumberProps) {
  const { parameters, change, scope } = useEditedParameters()
  const key = `${scope}/${name}`
  const typed = useDrafts(({ texts }) => texts[key])
  const value = parameters[name]
  const { text, error } = showParameter(typed, value, rule)
  return (
    <NumberInput
      label={label}
      text={text}
      // A value below the slider's range, like -1, does not move it.
      value={slider && value !== undefined && value < slider.min ? undefined : value}
      error={error}
      {...(hint ? { hint } : {})}
      {...(slider ? { slider } : {})}
      unsetText="Default"
      {...(rule.required ? {} : { resetLabel: `Reset ${label} to default` })}
      onText={(input) => {
        saveInput(key, input)
        const next = readParameter(input, rule)
        if (next.error === undefined) change({ [name]: next.value })
      }}
      onReset={() => {
        clearInputs(key)
        change({ [name]: undefined })
      }}
    />
  )
}
