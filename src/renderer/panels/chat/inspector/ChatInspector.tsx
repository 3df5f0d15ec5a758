// The settings of this conversation's next prompt, in collapsible sections.
import { Accordion } from 'radix-ui'
import { memo } from 'react'
import { CollapsibleSection } from '../../../components/CollapsibleSection'
import { HintsInTooltips } from '../../../components/HintTooltip'
import { lazyComponent } from '../../../components/lazy-component'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { changePreference, usePreferences } from '../../../state/preferences'
import { InstructionSection } from './InstructionSection'
import { summaries } from './inspector-sections'
import { ModelSection } from './ModelSection'
import { OutputSection } from './OutputSection'
import { PresetsSection, usePresets } from './presets/PresetsSection'
import { SafetySection } from './SafetySection'
import { SamplingSection } from './SamplingSection'
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
