// Settings of the next step, in collapsible sections.

import { Dices } from 'lucide-react'
import { Accordion } from 'radix-ui'
import type { ReactNode } from 'react'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CollapsibleSection } from '../../../components/CollapsibleSection'
import { Field } from '../../../components/Field'
import { NumberInput } from '../../../components/NumberInput'
import { RatioRadioGroup } from '../../../components/RatioRadioGroup'
import { readParameter, rules, showParameter } from '../../../components/read-parameter'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Switch } from '../../../components/Switch'
import { TextArea, TextInput } from '../../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { isForComposer } from '../../../models/model-issue'
import { describeTurnCost, usePrices } from '../../../models/prices'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { findTurn } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'
import { defaultDrawing } from '../../../state/next-parameters'
import { changePreference, usePreferences } from '../../../state/preferences'
import { findFinalPicture, readVariation } from '../state/drawing-steps'
import {
  countOptions,
  imageKinds,
  listSupported,
  rejectsInstruction,
  useImageModels,
} from '../state/image-models'
import { parseTypedRatio, toRatioKey, useNextStep, useTarget, useTypedRatio } from '../state/next-step'
import { describeSize, listPictureStats, usePictureFacts } from '../steps/picture-stats'

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

function SelectedImage() {
  const drawingId = useNavigation((navigation) => navigation.drawingId)
  const target = useTarget(drawingId)
  const turn = useChat(drawingId, (chat) => (target ? findTurn(chat, target) : undefined))
  const picture = findFinalPicture(turn)
  const facts = usePictureFacts(picture)
  const prices = usePrices()
  if (!turn || !picture) return <p className="text-faint text-sm">Select an image to see its details.</p>
  const { parameters, model, modelVersion } = turn
  const size = describeSize(parameters ?? {}, facts)
  const { text } = readVariation(turn)
  const rows = [
    ['Size', size.text],
    ['File', listPictureStats(turn, facts, describeTurnCost(turn, prices)).join(' · ')],
    ['Model', modelVersion ?? model ?? ''],
    ['Seed', parameters?.seed === undefined ? '' : String(parameters.seed)],
    ['Temperature', parameters?.temperature === undefined ? '' : String(parameters.temperature)],
  ].filter(([, value]) => value)
  return (
    <>
      <dl className="selectable grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className={name === 'Size' && size.differs ? 'text-warn' : 'text-soft tabular-nums'}>
              {value}
              {name === 'Size' && size.differs && ' (differs from request)'}
            </dd>
          </div>
        ))}
      </dl>
      {text && (
        <p
          dir="auto"
          className="selectable max-h-40 overflow-y-auto whitespace-pre-line text-soft text-sm [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      )}
    </>
  )
}

function Sampling() {
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
      <Button icon={Dices} size="small" variant="quiet" className="-ml-2 self-start" onClick={drawSeed}>
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

const counts = countOptions.map(({ value }) => ({ value, name: value }))
const answers = [
  { value: 'both', name: 'Text and image' },
  { value: 'image', name: 'Image only' },
] as const

function PictureSettings() {
  const { parameters, variations, change, changeVariations } = useNextStep()
  const { models } = useImageModels()
  const model = models.find(({ id }) => id === parameters.model)
  const sizes = model?.imageSizes ?? []
  const isImageOnly = parameters.responseModalities?.includes('TEXT') === false
  return (
    <>
      {model && model.aspectRatios.length > 0 ? (
        <Group title="Aspect ratio">
          <RatioPicker ratios={model.aspectRatios} />
        </Group>
      ) : (
        <p className="text-faint text-sm">This model doesn’t support aspect ratio or size.</p>
      )}
      {sizes.length > 0 && (
        <Group title="Size">
          <SegmentedControl
            label="Size"
            value={parameters.imageSize ?? 'auto'}
            options={[{ value: 'auto', name: 'Auto' }, ...sizes.map((size) => ({ value: size, name: size }))]}
            onChange={(size) => change({ imageSize: size === 'auto' ? undefined : size })}
          />
        </Group>
      )}
      <Group title="Variations">
        <SegmentedControl
          label="Variations"
          value={String(variations)}
          options={counts}
          onChange={(count) => changeVariations(Number(count))}
        />
        <p className="text-faint text-sm">Each variation is a separate request and is billed separately.</p>
      </Group>
      <Group title="Output">
        <SegmentedControl
          label="Output"
          value={isImageOnly ? 'image' : 'both'}
          options={answers}
          onChange={(value) => change({ responseModalities: value === 'image' ? ['IMAGE'] : undefined })}
        />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="font-medium text-soft text-sm">
        {title}
      </span>
      {children}
    </div>
  )
}

/** The ratios that the model documents, automatic, and a custom one. */
function RatioPicker({ ratios }: { ratios: readonly string[] }) {
  const { key, parameters, change } = useNextStep()
  const { aspectRatio } = parameters
  const typed = useTypedRatio(key)
  const isListed = aspectRatio === undefined || ratios.includes(aspectRatio)
  const text = typed ?? (isListed ? '' : aspectRatio)
  const choose = (ratio: string | undefined) => {
    clearInputs(toRatioKey(key))
    change({ aspectRatio: ratio })
  }
  const type = (input: string) => {
    saveInput(toRatioKey(key), input)
    const parsed = parseTypedRatio(input)
    if (parsed.error === undefined) change({ aspectRatio: parsed.value })
  }
  return (
    <div className="flex flex-col gap-2">
      <RatioRadioGroup
        label="Aspect ratio"
        ratios={ratios}
        value={aspectRatio}
        automatic="Auto: matches the image being edited, or square"
        onChange={choose}
      />
      <Field label="Custom ratio" error={parseTypedRatio(text).error}>
        {(attributes) => (
          <TextInput
            {...attributes}
            className="h-7"
            placeholder="7:3"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}
