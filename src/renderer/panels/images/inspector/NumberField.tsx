// A number of the request: typed, told where it is wrong, and one step from the model's default.
import { NumberInput } from '../../../components/NumberInput'
import { readParameter, rules, showParameter } from '../../../components/read-parameter'
import { clearInputs, saveInput, useInputTexts } from '../../../state/input-texts'
import { useNextStep } from '../use-drawing'

interface NumberFieldProps {
  readonly name: 'temperature' | 'seed'
  readonly label: string
  readonly hint: string
  readonly slider?: {
    readonly min: number
    readonly max: number
    readonly step: number
    readonly rest: number
  }
}

export function NumberField({ name, label, hint, slider }: NumberFieldProps) {
  const { key, parameters, change } = useNextStep()
  const place = `${key}/${name}`
  const kept = useInputTexts(({ texts }) => texts[place])
  const value = parameters[name]
  const { text, error } = showParameter(kept, value, rules[name])
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      error={error}
      hint={hint}
      {...(slider ? { slider } : {})}
      unsetWord="Model’s default"
      resetLabel={`${label}: back to the model’s default`}
      onText={(typed) => {
        saveInput(place, typed)
        const next = readParameter(typed, rules[name])
        if (next.error === undefined) change({ [name]: next.value })
      }}
      onReset={() => {
        clearInputs(place)
        change({ [name]: undefined })
      }}
    />
  )
}
