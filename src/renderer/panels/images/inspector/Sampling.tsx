// How freely the model draws, and whether it shows what it thinks.
import { Dices } from 'lucide-react'
import { Button } from '../../../components/Button'
import { Switch } from '../../../components/Switch'
import { clearInputs } from '../../../state/input-texts'
import { useNextStep } from '../use-drawing'
import { useImageModels } from '../use-image-models'
import { NumberField } from './NumberField'

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
        hint="0 is steady, 2 is wild."
        slider={{ min: 0, max: 2, step: 0.05, rest: 1 }}
      />
      <NumberField
        name="seed"
        label="Seed"
        hint="The same seed draws the same picture, as far as the model can. Each variation takes the next one."
      />
      <Button size="small" look="quiet" className="-ml-2 self-start" onClick={drawSeed}>
        <Dices size={14} aria-hidden="true" />
        Draw a seed
      </Button>
      {thinks && (
        <Switch
          label="Show drafts"
          hint="The model thinks before it draws; its drafts are shown while it does."
          checked={parameters.includeThoughts ?? false}
          onChange={(on) => change({ includeThoughts: on || undefined })}
        />
      )}
    </>
  )
}
