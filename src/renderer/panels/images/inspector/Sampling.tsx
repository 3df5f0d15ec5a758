// Sampling parameters, and whether drafts are shown.
import { Dices } from 'lucide-react'
import { Button } from '../../../components/Button'
import { NumberInput } from '../../../components/NumberInput'
import { readParameter, rules, showParameter } from '../../../components/read-parameter'
import { Switch } from '../../../components/Switch'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { useImageModels } from '../state/image-models'
import { useNextStep } from '../state/next-step'

export function Sampling() {
  const { key, parameters, change } = useNextStep()
  const { models } = useImageModels()
  const thinks = models.find(({ id }) => id === parameters.model)?.thinks === true
  const drawSeed = () => {
    clearInputs(`${key}/seed`)
    change({ seed: Math.floor(Math.random() * 1_000_000) })
  }
  return (
    <>
      <NumberField
        name="temperature"
        label="Temperature"
        hint="Lower is more predictable, higher is more varied."
        slider={{ min: 0, max: 2, step: 0.05, unsetPosition: 1 }}
      />
      <NumberField
        name="seed"
        label="Seed"
        hint="Makes results reproducible, as far as the model supports it. Each variation uses the next seed."
      />
      <Button size="small" variant="quiet" className="-ml-2 self-start" onClick={drawSeed}>
        <Dices size={14} aria-hidden="true" />
        Randomize
      </Button>
      {thinks && (
        <Switch
          label="Show drafts"
          hint="The model thinks before generating. Drafts appear while it works."
          checked={parameters.includeThoughts ?? false}
          onChange={(on) => change({ includeThoughts: on || undefined })}
        />
      )}
    </>
  )
}

interface NumberFieldProps {
  readonly name: 'temperature' | 'seed'
  readonly label: string
  readonly hint: string
  readonly slider?: {
    readonly min: number
    readonly max: number
    readonly step: number
    readonly unsetPosition: number
  }
}

/** A number that is typed, checked, and reset to the model's default. */
function NumberField({ name, label, hint, slider }: NumberFieldProps) {
  const { key, parameters, change } = useNextStep()
  const textKey = `${key}/${name}`
  const typed = useDrafts(({ texts }) => texts[textKey])
  const value = parameters[name]
  const { text, error } = showParameter(typed, value, rules[name])
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      error={error}
      hint={hint}
      {...(slider ? { slider } : {})}
      unsetText="Default"
      resetLabel={`Reset ${label} to default`}
      onText={(input) => {
        saveInput(textKey, input)
        const next = readParameter(input, rules[name])
        if (next.error === undefined) change({ [name]: next.value })
      }}
      onReset={() => {
        clearInputs(textKey)
        change({ [name]: undefined })
      }}
    />
  )
}
