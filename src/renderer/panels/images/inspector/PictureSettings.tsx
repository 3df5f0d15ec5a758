// Shape, size and number of the pictures, and whether the model also returns text.
import type { ReactNode } from 'react'
import { Field } from '../../../components/Field'
import { RatioRadioGroup } from '../../../components/RatioRadioGroup'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { TextInput } from '../../../components/TextInput'
import { clearInputs, saveInput } from '../../../state/draft-store'
import { countOptions, useImageModels } from '../state/image-models'
import { parseTypedRatio, toRatioKey, useNextStep, useTypedRatio } from '../state/next-step'

const counts = countOptions.map(({ value }) => ({ value, name: value }))
const answers = [
  { value: 'both', name: 'Text and image' },
  { value: 'image', name: 'Image only' },
] as const

export function PictureSettings() {
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
