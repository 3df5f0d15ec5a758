// The settings of this conversation's next prompt, in collapsible sections.
import { Dices, Maximize2 } from 'lucide-react'
import { Accordion } from 'radix-ui'
import { memo, useId, useMemo, useState } from 'react'
import type { SafetySetting } from '#shared/schemas/chat-parameters'
import { blockThresholds, harmCategories } from '#shared/schemas/fixed-values'
import { parseTemplate } from '#shared/templates/prompt-template'
import { Button } from '../../../components/Button'
import { CollapsibleSection } from '../../../components/CollapsibleSection'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { HintsInTooltips, HintText, HintTooltip } from '../../../components/HintTooltip'
import { IconButton } from '../../../components/IconButton'
import { lazyComponent } from '../../../components/lazy-component'
import { MarkedTextArea } from '../../../components/MarkedTextArea'
import { rules } from '../../../components/read-parameter'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Select } from '../../../components/Select'
import { useServer } from '../../../models/model-list'
import { clearInputs, useDrafts } from '../../../state/draft-store'
import { changePreference, usePreferences } from '../../../state/preferences'
import { describeMissingTools } from '../composer/prompt-problems'
import { summaries } from './inspector-sections'
import { ModelSection } from './ModelSection'
import { OutputSection } from './OutputSection'
import { ParameterNumber } from './ParameterNumber'
import { PresetsSection, usePresets } from './presets/PresetsSection'
import { ThinkingSection } from './ThinkingSection'
import { ToolsSection } from './ToolsSection'
import { Inspected, selectColumn, useDeferredInspected, useEditedParameters } from './use-edited-parameters'

const FunctionsSection = lazyComponent(
  async () => (await import('./functions/FunctionsSection')).FunctionsSection,
)
const StructuredSection = lazyComponent(
  async () => (await import('./schema/StructuredSection')).StructuredSection,
)

const sections = [
  { id: 'instruction', title: 'System instruction', Content: InstructionSection },
  { id: 'sampling', title: 'Sampling', Content: SamplingSection },
  { id: 'output', title: 'Output', Content: OutputSection },
  { id: 'thinking', title: 'Thinking', Content: ThinkingSection },
  { id: 'tools', title: 'Tools', Content: ToolsSection },
  { id: 'functions', title: 'Functions', Content: FunctionsSection },
  { id: 'structured', title: 'Structured output', Content: StructuredSection },
  { id: 'safety', title: 'Safety', Content: SafetySection },
] as const

export function ChatInspector() {
  const { inspected, isStale } = useDeferredInspected()
  return (
    <div inert={isStale}>
      <Inspected value={inspected}>
        <HintsInTooltips value={true}>
          <Settings />
        </HintsInTooltips>
      </Inspected>
    </div>
  )
}

/** Renders only if its own content changes, not when another conversation is about to be shown. */
const Settings = memo(function Settings() {
  const open = usePreferences(({ sections }) => sections.chat)
  const { parameters, draftKey, columns, column } = useEditedParameters()
  const { inUse } = usePresets()
  return (
    <div className="flex flex-col">
      {columns > 1 && (
        <div className="sticky top-0 z-10 flex flex-col gap-1 border-line border-b bg-frame px-4 py-2">
          <SegmentedControl
            label="Model to configure"
            value={String(column)}
            options={Array.from({ length: columns }, (_, index) => ({
              value: String(index),
              name: columns > 3 ? String(index + 1) : `Model ${index + 1}`,
            }))}
            onChange={(value) => selectColumn(draftKey, Number(value))}
          />
        </div>
      )}
      <Accordion.Root
        type="multiple"
        value={[...open]}
        onValueChange={(chat) => changePreference('sections', { chat })}
      >
        <CollapsibleSection id="presets" title="Presets" summary={inUse?.name ?? ''}>
          <PresetsSection />
        </CollapsibleSection>
        <CollapsibleSection id="model" title="Model">
          <ModelSection />
        </CollapsibleSection>
        {sections.map(({ id, title, Content }) => (
          <CollapsibleSection key={id} id={id} title={title} summary={summaries[id](parameters)}>
            <Content />
          </CollapsibleSection>
        ))}
      </Accordion.Root>
    </div>
  )
})

const hint =
  'Sets the model’s role, tone, and format. Sent with every request. {{variables}} are filled in before sending.'

function InstructionSection() {
  const { parameters, change } = useEditedParameters()
  const hintId = useId()
  const [large, setLarge] = useState(false)
  const value = parameters.systemInstruction ?? ''
  const ranges = useMemo(() => parseTemplate(value).ranges, [value])
  const field = {
    'aria-label': 'System instruction',
    placeholder: 'None',
    value,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ systemInstruction: target.value || undefined }),
  }
  return (
    <>
      <HintTooltip hint={hint} className="flex flex-col">
        <MarkedTextArea {...field} ranges={ranges} rows={3} className="pr-8" aria-describedby={hintId} />
        <IconButton
          size="small"
          label="Expand editor"
          icon={Maximize2}
          className="absolute top-1 right-1 bg-raised"
          onClick={() => setLarge(true)}
        />
        <HintText id={hintId}>{hint}</HintText>
      </HintTooltip>
      <Dialog
        open={large}
        onClose={() => setLarge(false)}
        title="System instruction"
        size="large"
        description={`${hint} Saved automatically.`}
      >
        <div className="flex min-h-0 flex-1 px-5 pb-5">
          <textarea
            {...field}
            data-first-focus
            className="min-h-0 flex-1 resize-none rounded-md border border-line-strong bg-raised px-3 py-2 text-reading focus-visible:border-accent focus-visible:outline-offset-0"
          />
        </div>
      </Dialog>
    </>
  )
}

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

function SafetySection() {
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

function SamplingSection() {
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
        <ParameterNumber key={field.name} {...field} rule={rules[field.name]} />
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
