// A numeric parameter: a field with a slider, its error, and a reset to the model's default.
import type { ComponentProps } from 'react'
import { NumberInput } from '../../../components/NumberInput'
import { type NumberRule, readParameter, showParameter } from '../../../components/read-parameter'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { parameterNames } from '../parameter-names'
import { useEditedParameters } from './use-edited-parameters'

export const numberNames = [
  'temperature',
  'topP',
  'topK',
  'seed',
  'maxOutputTokens',
  'thinkingBudget',
] as const

interface ParameterNumberProps extends Pick<ComponentProps<typeof NumberInput>, 'slider'> {
  readonly name: (typeof numberNames)[number]
  readonly hint: string
  readonly rule: NumberRule
}

export function ParameterNumber({ name, hint, rule, slider }: ParameterNumberProps) {
  const { parameters, change, scope } = useEditedParameters()
  const label = parameterNames[name]
  const key = `${scope}/${name}`
  const typed = useDrafts(({ texts }) => texts[key])
  const value = parameters[name]
  const { text, error } = showParameter(typed, value, rule)
  return (
    <NumberInput
      label={label}
      hint={hint}
      text={text}
      // A value below the slider's range, like -1, does not move it.
      value={slider && value !== undefined && value < slider.min ? undefined : value}
      error={error}
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
