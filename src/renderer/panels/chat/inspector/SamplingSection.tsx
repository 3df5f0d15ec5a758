// Parameters for sampling the next token.
import { Dices } from 'lucide-react'
import { Button } from '../../../components/Button'
import { rules } from '../../../components/read-parameter'
import { clearInputs, useDrafts } from '../../../state/draft-store'
import { parameterNames } from '../parameter-names'
import { ParameterNumber } from './ParameterNumber'
import { useEditedParameters } from './use-edited-parameters'

const fields = [
  {
    name: 'temperature',
    hint: 'Lower is more predictable, higher is more varied.',
    slider: { min: 0, max: 2, step: 0.05, unsetPosition: 1 },
  },
  {
    name: 'topP',
    hint: 'Samples only from the most likely tokens, up to this cumulative probability.',
    slider: { min: 0, max: 1, step: 0.01, unsetPosition: 0.5 },
  },
  {
    name: 'topK',
    hint: 'Samples only from this many of the most likely tokens.',
    slider: { min: 1, max: 100, step: 1, unsetPosition: 50 },
  },
  { name: 'seed', hint: 'Makes responses reproducible, as far as the model supports it.' },
] as const
const names = fields.map(({ name }) => name)

export function SamplingSection() {
  const { parameters, change, scope } = useEditedParameters()
  const isTyped = useDrafts(({ texts }) => names.some((name) => texts[`${scope}/${name}`]))
  const isSet = isTyped || names.some((name) => parameters[name] !== undefined)
  const reset = () => {
    clearInputs(...names.map((name) => `${scope}/${name}`))
    change(Object.fromEntries(names.map((name) => [name, undefined])))
  }
  const drawSeed = () => {
    clearInputs(`${scope}/seed`)
    change({ seed: Math.floor(Math.random() * 1_000_000) })
  }
  return (
    <>
      {fields.map((field) => (
        <ParameterNumber
          key={field.name}
          {...field}
          label={parameterNames[field.name]}
          rule={rules[field.name]}
        />
      ))}
      <div className="flex gap-1">
        <Button size="small" variant="quiet" className="-ml-2" onClick={drawSeed}>
          <Dices size={14} aria-hidden="true" />
          Randomize
        </Button>
        <Button size="small" variant="quiet" className="ml-auto -mr-1" disabled={!isSet} onClick={reset}>
          Reset sampling
        </Button>
      </div>
    </>
  )
}
