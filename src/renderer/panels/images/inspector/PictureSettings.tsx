// The shape and size of the pictures, and how many are drawn at once.
import type { ReactNode } from 'react'
import { Segments } from '../../../components/Segments'
import { countOptions } from '../composer/bar-options'
import { useNextStep } from '../use-drawing'
import { useImageModels } from '../use-image-models'
import { RatioPicker } from './RatioPicker'

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
