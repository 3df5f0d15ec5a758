// A number of the request: typed or slid, told where it is wrong, and one step from the model's default.
import { NumberInput } from '../../../components/NumberInput'
import { type NumberRule, readParameter, showParameter } from '../../../components/read-parameter'
import { clearInputs, saveInput, useInputTexts } from '../../../state/input-texts'
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
    readonly rest: number
  }
}

export function ParameterNumber({ name, label, rule, hint, slider }: ParameterNumberProps) {
  const { parameters, change, scope } = useEditedParameters()
  const place = `${scope}/${name}`
  const kept = useInputTexts(({ texts }) => texts[place])
  const value = parameters[name]
  const { text, error } = showParameter(kept, value, rule)
  return (
    <NumberInput
      label={label}
      text={text}
      // What stands below the slider, like -1, is not on it.
      value={slider && value !== undefined && value < slider.min ? undefined : value}
      error={error}
      {...(hint ? { hint } : {})}
      {...(slider ? { slider } : {})}
      unsetWord="Model’s default"
      {...(rule.required ? {} : { resetLabel: `${label}: back to the model’s default` })}
      onText={(typed) => {
        saveInput(place, typed)
        const next = readParameter(typed, rule)
        if (next.error === undefined) change({ [name]: next.value })
      }}
      onReset={() => {
        clearInputs(place)
        change({ [name]: undefined })
      }}
    />
  )
}
