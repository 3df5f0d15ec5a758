// The likelihood of harm at which an answer is blocked, for each category.
import type { SafetySetting } from '#shared/schemas/chat-parameters'
import { blockThresholds, harmCategories } from '#shared/schemas/parameter-values'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { useServer } from '../../../models/model-list'
import { describeMissingTools } from '../composer/unsupported'
import { useEditedParameters } from './use-edited-parameters'

const categoryNames: Readonly<Record<SafetySetting['category'], string>> = {
  HARM_CATEGORY_HARASSMENT: 'Harassment',
  HARM_CATEGORY_HATE_SPEECH: 'Hate speech',
  HARM_CATEGORY_SEXUALLY_EXPLICIT: 'Sexually explicit',
  HARM_CATEGORY_DANGEROUS_CONTENT: 'Dangerous content',
}

const thresholdNames: Readonly<Record<SafetySetting['threshold'], string>> = {
  BLOCK_LOW_AND_ABOVE: 'Block low and above',
  BLOCK_MEDIUM_AND_ABOVE: 'Block medium and above',
  BLOCK_ONLY_HIGH: 'Block high only',
  BLOCK_NONE: 'Block none',
  OFF: 'Off',
}

const usual = { value: 'default', label: 'Default' }
const groups = [
  {
    label: '',
    options: [usual, ...blockThresholds.map((value) => ({ value, label: thresholdNames[value] }))],
  },
]

export function SafetySection() {
  const { parameters, change } = useEditedParameters()
  const safety = parameters.safety ?? []
  const missing = describeMissingTools(useServer())
  const choose = (category: SafetySetting['category'], value: string) => {
    const threshold = blockThresholds.find((each) => each === value)
    const others = safety.filter((each) => each.category !== category)
    const next = threshold ? [...others, { category, threshold }] : others
    change({ safety: next.length > 0 ? next : undefined })
  }
  return (
    <>
      {missing && (
        <p className="text-faint text-sm">{missing.safety}. Only Default, Block none, and Off can be sent.</p>
      )}
      {harmCategories.map((category) => (
        <Field key={category} label={categoryNames[category]}>
          {({ id }) => (
            <Select
              id={id}
              label={categoryNames[category]}
              value={safety.find((each) => each.category === category)?.threshold ?? usual.value}
              groups={groups}
              onChange={(value) => choose(category, value)}
            />
          )}
        </Field>
      ))}
      {safety.length > 0 && (
        <Button
          size="small"
          variant="quiet"
          className="-mr-1 self-end"
          onClick={() => change({ safety: undefined })}
        >
          Reset safety
        </Button>
      )}
    </>
  )
}
