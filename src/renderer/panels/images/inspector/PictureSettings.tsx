// The shape, size and number of the pictures, and whether text comes with them.
import type { ReactNode } from 'react'
import { Field } from '../../../components/Field'
import { RatioChoices } from '../../../components/RatioChoices'
import { Segments } from '../../../components/Segments'
import { TextInput } from '../../../components/TextInput'
import { forgetTyped, keepTyped } from '../../../state/typed-texts'
import { countOptions, useImageModels } from '../state/image-models'
import { readRatio, toRatioPlace, useNextStep, useTypedRatio } from '../state/next-step'

const counts = countOptions.map(({ value }) => ({ value, name: value }))
const answers = [
  { value: 'both', name: 'Text and image' },
  { value: 'image', name: 'Image only' },
] as const

export function PictureSettings() {
  const { key, parameters, variations, change, changeVariations } = useNextStep()
  const { models } = useImageModels()
  const model = models.find(({ id }) => id === parameters.model)
  const sizes = model?.imageSizes ?? []
  const isImageOnly = parameters.responseModalities?.includes('TEXT') === false
  return (
    <>
      {model && model.aspectRatios.length > 0 ? (
        <Group title="Aspect ratio">
          <RatioPicker
            draftKey={key}
            ratios={model.aspectRatios}
            value={parameters.aspectRatio}
            onChange={(aspectRatio) => change({ aspectRatio })}
          />
        </Group>
      ) : (
        <p className="text-faint text-sm">This model takes no aspect ratio and no size.</p>
      )}
      {sizes.length > 0 && (
        <Group title="Size">
          <Segments
            label="Size"
            value={parameters.imageSize ?? 'auto'}
            options={[{ value: 'auto', name: 'Auto' }, ...sizes.map((size) => ({ value: size, name: size }))]}
            onChange={(size) => change({ imageSize: size === 'auto' ? undefined : size })}
          />
        </Group>
      )}
      <Group title="Variations">
        <Segments
          label="Variations"
          value={String(variations)}
          options={counts}
          onChange={(count) => changeVariations(Number(count))}
        />
        <p className="text-faint text-sm">
          Drawn at once; each is a call of its own, and is paid for as one.
        </p>
      </Group>
      <Group title="Answers in">
        <Segments
          label="Answers in"
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

interface RatioPickerProps {
  /** Of the draft. */
  readonly draftKey: string
  readonly ratios: readonly string[]
  readonly value: string | undefined
  readonly onChange: (ratio: string | undefined) => void
}

function RatioPicker({ draftKey, ratios, value, onChange }: RatioPickerProps) {
  const typed = useTypedRatio(draftKey)
  const place = toRatioPlace(draftKey)
  const isListed = value === undefined || ratios.includes(value)
  const shown = typed ?? (isListed ? '' : value)
  const { error } = readRatio(shown)
  const choose = (ratio: string | undefined) => {
    forgetTyped(place)
    onChange(ratio)
  }
  const type = (text: string) => {
    keepTyped(place, text)
    const read = readRatio(text)
    if (read.error === undefined) onChange(read.value)
  }
  return (
    <div className="flex flex-col gap-2">
      <RatioChoices
        label="Aspect ratio"
        ratios={ratios}
        value={value}
        automatic="Automatic: as the picture that is edited, else square"
        onChange={choose}
      />
      <Field label="Another ratio" error={error}>
        {(attributes) => (
          <TextInput
            {...attributes}
            className="h-7"
            placeholder="Like 7:3"
            value={shown}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}
