// Settings of the next step, in collapsible sections.
import { Accordion } from 'radix-ui'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Badge } from '../../../components/Badge'
import { CollapsibleSection } from '../../../components/CollapsibleSection'
import { TextArea } from '../../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { isForComposer } from '../../../models/model-issue'
import { defaultDrawing } from '../../../state/next-parameters'
import { changePreference, usePreferences } from '../../../state/preferences'
import { imageKinds, listSupported, rejectsInstruction, useImageModels } from '../state/image-models'
import { useNextStep } from '../state/next-step'
import { PictureSettings } from './PictureSettings'
import { Sampling } from './Sampling'
import { SelectedImage } from './SelectedImage'

const sections = [
  { id: 'model', title: 'Model', Content: ModelField },
  { id: 'picture', title: 'Image', Content: PictureSettings },
  { id: 'instruction', title: 'System instruction', Content: Instruction },
  { id: 'sampling', title: 'Sampling', Content: Sampling },
  { id: 'details', title: 'Selected image', Content: SelectedImage },
] as const

export function ImagesInspector() {
  const open = usePreferences((preferences) => preferences.sections.images)
  const { parameters, variations } = useNextStep()
  const summaries = summarizeSections(parameters, variations)
  return (
    <Accordion.Root
      type="multiple"
      value={[...open]}
      onValueChange={(images) => changePreference('sections', { images })}
    >
      {sections.map(({ id, title, Content }) => (
        <CollapsibleSection key={id} id={id} title={title} summary={summaries[id]}>
          <Content />
        </CollapsibleSection>
      ))}
    </Accordion.Root>
  )
}

function ModelField() {
  const { parameters, selectedModel, change } = useNextStep()
  const { models, groups } = useImageModels()
  const issue = useModelIssue(selectedModel, imageKinds)
  const model = models.find(({ id }) => id === parameters.model)
  return (
    <div className="flex flex-col gap-1.5">
      <ModelPicker
        label="Model for the next step"
        kind="image"
        value={parameters.model}
        groups={groups}
        onChange={(id) => change({ model: id })}
      />
      {model && (
        <>
          {model.description && <p className="text-faint text-sm">{model.description}</p>}
          <ul aria-label="Capabilities" className="flex flex-wrap gap-1">
            {listSupported(model).map((mark) => (
              <li key={mark} className="flex">
                <Badge>{mark}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      {issue && !isForComposer(issue, selectedModel === defaultDrawing.model) && (
        <ModelNotice issue={issue} model={selectedModel} />
      )}
    </div>
  )
}

function Instruction() {
  const { parameters, change } = useNextStep()
  const isRejected = rejectsInstruction(parameters.model)
  return (
    <>
      <TextArea
        aria-label="System instruction"
        aria-describedby="system-instruction-hint"
        placeholder="None"
        rows={3}
        disabled={isRejected}
        value={parameters.systemInstruction ?? ''}
        onChange={({ target }) => change({ systemInstruction: target.value || undefined })}
      />
      <p id="system-instruction-hint" className="text-faint text-sm">
        {isRejected
          ? 'This model doesn’t accept a system instruction, so it isn’t sent. It’s still used with other models.'
          : 'Sent with every step. Use it for a style, a palette, or brand guidelines.'}
      </p>
    </>
  )
}

/** A short text per section; empty if everything is the model's default. */
export function summarizeSections(parameters: ChatParameters, variations: number) {
  const { aspectRatio, imageSize, responseModalities, systemInstruction, temperature, seed } = parameters
  const join = (...set: readonly (string | false | undefined)[]) => set.filter(Boolean).join(' · ')
  return {
    model: '',
    picture: join(
      aspectRatio,
      imageSize,
      variations > 1 && `${variations}×`,
      responseModalities?.includes('TEXT') === false && 'image only',
    ),
    instruction: systemInstruction?.trim() ? 'set' : '',
    sampling: join(temperature !== undefined && `T ${temperature}`, seed !== undefined && `seed ${seed}`),
    details: '',
  }
}
