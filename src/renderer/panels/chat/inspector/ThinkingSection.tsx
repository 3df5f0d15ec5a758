// How much the model thinks before it answers, and whether its thoughts are shown.
import { type ThinkingRange, thinkingRangeOf } from '#shared/models/thinking'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { thinkingLevels } from '#shared/schemas/fixed-values'
import { Button } from '../../../components/Button'
import { formatCount } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import type { NumberRule } from '../../../components/read-parameter'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Switch } from '../../../components/Switch'
import { useModels } from '../../../models/use-models'
import { clearInputs } from '../../../state/draft-store'
import { ParameterNumber } from './ParameterNumber'
import { useEditedParameters } from './use-edited-parameters'

const modeNames: Readonly<Record<ThinkingMode, string>> = {
  choice: 'Auto',
  budget: 'Budget',
  level: 'Level',
}

export function ThinkingSection() {
  const { parameters, change, scope } = useEditedParameters()
  const { models } = useModels()
  const model = models.find(({ id }) => id === parameters.model)
  if (model && !model.thinks)
    return (
      <p className="text-faint text-sm">
        This model doesn’t support thinking. Thinking settings aren’t sent.
      </p>
    )
  const mode = thinkingModeOf(parameters)
  const problem = findThinkingProblem(parameters)
  const modes = (['choice', 'budget', 'level'] as const).filter(
    (each) => each === 'choice' || each === mode || thinkingRangeOf(parameters.model).modes.includes(each),
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
        hint="Requests thought summaries, shown collapsed above the response."
        checked={parameters.includeThoughts ?? false}
        onChange={(on) => change({ includeThoughts: on || undefined })}
      />
      <SegmentedControl
        label="Thinking mode"
        value={mode}
        options={modes.map((value) => ({ value, name: modeNames[value] }))}
        onChange={choose}
      />
      {problem && (
        <Notice tone="warn" title={problem}>
          <Button size="small" className="mt-1" onClick={() => choose('choice')}>
            Use Auto
          </Button>
        </Notice>
      )}
      {mode === 'budget' && <Budget />}
      {mode === 'level' && <Level level={parameters.thinkingLevel} onChange={change} />}
    </>
  )
}

const pressedClassName = 'aria-pressed:border-accent aria-pressed:text-accent'

function Budget() {
  const { parameters, change, scope } = useEditedParameters()
  const range = thinkingRangeOf(parameters.model)
  const { thinkingBudget } = parameters
  const set = (budget: number) => {
    clearInputs(`${scope}/thinkingBudget`)
    change({ thinkingBudget: budget })
  }
  return (
    <div className="flex flex-col gap-1">
      <ParameterNumber
        name="thinkingBudget"
        rule={toBudgetRule(range)}
        hint={describeBudget(thinkingBudget, range.canBeOff)}
        slider={{
          min: range.canBeOff ? 0 : range.min,
          max: Math.min(range.max, 32_768),
          step: range.min === 1 ? 128 : range.min,
          unsetPosition: range.min,
        }}
      />
      <div className="flex gap-1">
        <Button
          size="small"
          className={pressedClassName}
          aria-pressed={thinkingBudget === -1}
          onClick={() => set(-1)}
        >
          Dynamic
        </Button>
        <Button
          size="small"
          className={pressedClassName}
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
  if (budget === -1) return 'Dynamic: the model decides how much to think.'
  if (budget === 0) return 'Off: the model responds without thinking.'
  return canBeOff
    ? 'In tokens. 0 turns thinking off, -1 is dynamic.'
    : 'In tokens. -1 is dynamic. Thinking can’t be turned off for this model.'
}

interface LevelProps {
  readonly level: ChatParameters['thinkingLevel']
  readonly onChange: (part: { thinkingLevel: ChatParameters['thinkingLevel'] }) => void
}

function Level({ level = 'HIGH', onChange }: LevelProps) {
  return (
    <SegmentedControl
      label="Thinking level"
      value={level}
      options={thinkingLevels.map((value) => ({ value, name: value[0] + value.slice(1).toLowerCase() }))}
      onChange={(thinkingLevel) => onChange({ thinkingLevel })}
    />
  )
}

type ThinkingMode = 'choice' | 'budget' | 'level'

export function thinkingModeOf({ thinkingBudget, thinkingLevel }: ChatParameters): ThinkingMode {
  if (thinkingLevel !== undefined) return 'level'
  return thinkingBudget === undefined ? 'choice' : 'budget'
}

/** -1 and 0 are accepted if the model supports them; numbers between 0 and the minimum are not. */
export function toBudgetRule({ min, max, canBeOff }: ThinkingRange): NumberRule {
  const also = canBeOff ? [-1, 0] : [-1]
  const words = `${canBeOff ? '0 (off), ' : ''}-1 (dynamic), or a whole number from ${formatCount(min)} to ${formatCount(max)}`
  return { min, max, whole: true, description: words, exceptions: also, required: true }
}

/** Describes a thinking setting that this model does not support; undefined if all are supported. */
export function findThinkingProblem(parameters: ChatParameters): string | undefined {
  const range = thinkingRangeOf(parameters.model)
  const mode = thinkingModeOf(parameters)
  const { thinkingBudget: budget } = parameters
  if (mode === 'level' && !range.modes.includes('level'))
    return 'This model uses a thinking budget, not a level'
  if (mode !== 'budget' || budget === undefined || budget === -1) return undefined
  if (budget === 0) return range.canBeOff ? undefined : 'Thinking can’t be turned off for this model'
  if (budget < range.min || budget > range.max)
    return `This model’s thinking budget must be from ${formatCount(range.min)} to ${formatCount(range.max)} tokens`
  return undefined
}

/** The change that selects a mode. Clears the other mode's parameter, since both together are rejected. */
export function setThinkingMode(mode: ThinkingMode): {
  readonly thinkingBudget: number | undefined
  readonly thinkingLevel: ChatParameters['thinkingLevel']
} {
  return {
    thinkingBudget: mode === 'budget' ? -1 : undefined,
    thinkingLevel: mode === 'level' ? 'HIGH' : undefined,
  }
}
