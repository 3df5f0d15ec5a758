// How much the model thinks before it answers, and whether its thoughts are shown.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { thinkingLevels } from '#shared/schemas/chat-parameters'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Segments } from '../../../components/Segments'
import { Switch } from '../../../components/Switch'
import { clearInputs } from '../../../state/input-texts'
import { useModels } from '../use-models'
import { ParameterNumber } from './ParameterNumber'
import {
  findThinkingFault,
  rangeOf,
  setThinkingMode,
  type ThinkingMode,
  thinkingModeOf,
  toBudgetRule,
} from './thinking-range'
import { useEditedParameters } from './use-edited-parameters'

const modeNames: Readonly<Record<ThinkingMode, string>> = {
  choice: 'Model’s choice',
  budget: 'Budget',
  level: 'Level',
}

export function ThinkingSection() {
  const { parameters, change, scope } = useEditedParameters()
  const { models } = useModels()
  const model = models.find(({ id }) => id === parameters.model)
  if (model && !model.thinks)
    return <p className="text-faint text-sm">This model does not think aloud. Nothing of it is sent.</p>
  const mode = thinkingModeOf(parameters)
  const fault = findThinkingFault(parameters)
  const modes = (['choice', 'budget', 'level'] as const).filter(
    (each) => each === 'choice' || each === mode || rangeOf(parameters.model).modes.includes(each),
  )
  const choose = (next: ThinkingMode) => {
    if (next === mode) return
    clearInputs(`${scope}/thinkingBudget`)
    change(setThinkingMode(next))
  }
  return (
    <>
      <Switch
        label="Show thinking"
        hint="Asks for thoughts; they are folded above the answer."
        checked={parameters.includeThoughts ?? false}
        onChange={(on) => change({ includeThoughts: on || undefined })}
      />
      <Segments
        label="How much to think"
        value={mode}
        options={modes.map((value) => ({ value, name: modeNames[value] }))}
        onChange={choose}
      />
      {fault && (
        <Notice tone="warn" title={fault}>
          <Button size="small" className="mt-1" onClick={() => choose('choice')}>
            Leave it to the model
          </Button>
        </Notice>
      )}
      {mode === 'budget' && <Budget />}
      {mode === 'level' && <Level level={parameters.thinkingLevel} onChange={change} />}
    </>
  )
}

const pressedLook = 'aria-pressed:border-accent aria-pressed:text-accent'

function Budget() {
  const { parameters, change, scope } = useEditedParameters()
  const range = rangeOf(parameters.model)
  const { thinkingBudget } = parameters
  const set = (budget: number) => {
    clearInputs(`${scope}/thinkingBudget`)
    change({ thinkingBudget: budget })
  }
  return (
    <div className="flex flex-col gap-1">
      <ParameterNumber
        name="thinkingBudget"
        label="Thinking budget"
        rule={toBudgetRule(range)}
        hint={describeBudget(thinkingBudget, range.canBeOff)}
        slider={{
          min: range.canBeOff ? 0 : range.least,
          max: Math.min(range.most, 32_768),
          step: range.least === 1 ? 128 : range.least,
          rest: range.least,
        }}
      />
      <div className="flex gap-1">
        <Button
          size="small"
          className={pressedLook}
          aria-pressed={thinkingBudget === -1}
          onClick={() => set(-1)}
        >
          Dynamic
        </Button>
        <Button
          size="small"
          className={pressedLook}
          aria-pressed={thinkingBudget === 0}
          disabled={!range.canBeOff}
          onClick={() => set(0)}
        >
          Off
        </Button>
      </div>
    </div>
  )
}

function describeBudget(budget: number | undefined, canBeOff: boolean): string {
  if (budget === -1) return 'Dynamic: the model thinks as much as the prompt needs.'
  if (budget === 0) return 'Off: the model answers at once.'
  return canBeOff
    ? 'Tokens. 0 is off, -1 is dynamic.'
    : 'Tokens. -1 is dynamic; this model cannot stop thinking.'
}

interface LevelProps {
  readonly level: ChatParameters['thinkingLevel']
  readonly onChange: (part: { thinkingLevel: ChatParameters['thinkingLevel'] }) => void
}

function Level({ level = 'HIGH', onChange }: LevelProps) {
  return (
    <Segments
      label="Thinking level"
      value={level}
      options={thinkingLevels.map((value) => ({ value, name: value[0] + value.slice(1).toLowerCase() }))}
      onChange={(thinkingLevel) => onChange({ thinkingLevel })}
    />
  )
}
