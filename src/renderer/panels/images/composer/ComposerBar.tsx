// The bar below the prompt: references, parameters of the next step, and the buttons that draw and stop.
import { Brush, ImagePlus, Square } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { costOfImages } from '#shared/prices/cost'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { SizeMeter } from '../../../attachments/SizeMeter'
import { Button } from '../../../components/Button'
import { formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Kbd } from '../../../components/Kbd'
import { Select } from '../../../components/Select'
import { useComposer } from '../../../composer/PromptForm'
import { AddPicturesMenu } from '../../../media-viewer/LibraryPicker'
import { ModelPicker } from '../../../models/ModelPicker'
import { formatCost, useNextPrice, usePrices } from '../../../models/prices'
import type { ParametersChange } from '../../../state/drafts'
import { useKeys } from '../../../state/keymap'
import { countOptions, toRatioOptions, toSizeOptions, useImageModels } from '../state/image-models'

interface ComposerBarProps {
  readonly parameters: ChatParameters
  readonly variations: number
  readonly running: boolean
  readonly isEditing: boolean
  /** The next step waits for the image that it edits. */
  readonly isQueued: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onLibrary: () => void
  readonly onParameters: (change: ParametersChange) => void
  readonly onVariations: (variations: number) => void
}

const quiet = 'h-7 border-transparent bg-transparent px-1.5 text-soft'

export function ComposerBar(props: ComposerBarProps) {
  const { parameters, variations, running, isEditing, isQueued } = props
  const { draft, size, submission, blocker } = useComposer()
  const { onParameters, onVariations } = props
  const stopKeys = useKeys('answer.stop')
  const hintKeys = running ? stopKeys : 'enter'
  const { models, groups } = useImageModels()
  const model = models.find(({ id }) => id === parameters.model)
  const ratios = toRatioOptions(model?.aspectRatios ?? [], parameters.aspectRatio)
  const sizes = toSizeOptions(model?.imageSizes ?? [], parameters.imageSize)
  const choices = [
    { name: 'aspectRatio', label: 'Aspect ratio', title: 'Aspect ratio', options: ratios } as const,
    { name: 'imageSize', label: 'Size', title: 'Size', options: sizes } as const,
  ].filter(({ options }) => options.length > 0)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-0.5 p-2">
      <AddPicturesMenu
        label="Add reference images"
        trigger={<IconButton label="Add reference images" icon={ImagePlus} size="small" className="size-7" />}
        fileItem="Choose files…"
        fileLabel="Images to add"
        multiple
        onFiles={props.onFiles}
        onLibrary={props.onLibrary}
      />
      <ModelPicker
        label="Model"
        kind="image"
        value={parameters.model}
        groups={groups}
        onChange={(id) => onParameters({ model: id })}
        className={`${quiet} min-w-16 max-w-52 shrink`}
      />
      {choices.map(({ name, label, title, options }) => (
        <Select
          key={name}
          label={label}
          value={parameters[name] ?? 'auto'}
          groups={[{ label: title, options }]}
          onChange={(value) => onParameters({ [name]: value === 'auto' ? undefined : value })}
          className={quiet}
        />
      ))}
      <Select
        label="Variations"
        value={String(variations)}
        groups={[{ label: 'Images per prompt', options: countOptions }]}
        onChange={(count) => onVariations(Number(count))}
        className={quiet}
      />
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-1">
        {draft.attachments.length > 0 && <SizeMeter size={size} />}
        <Estimate model={model} imageSize={parameters.imageSize} count={variations} />
        {draft.attachments.length === 0 && sizes.length === 0 && hintKeys && (
          <span className="@max-[720px]:hidden flex items-center gap-1.5 text-faint text-xs">
            <Kbd keys={hintKeys} /> {running ? 'to stop' : 'to generate'}
          </span>
        )}
        {running && (
          <Button onClick={submission.stop}>
            <Square size={12} aria-hidden="true" fill="currentColor" />
            <span className="@max-[620px]:sr-only">Stop</span>
          </Button>
        )}
        <Button
          icon={Brush}
          type="submit"
          variant="primary"
          disabled={submission.isSending || blocker !== undefined}
          title={blocker || (isEditing ? 'Generate an edited image' : undefined)}
        >
          {isQueued ? 'Queue' : 'Generate'}
        </Button>
      </span>
    </div>
  )
}

interface EstimateProps {
  readonly model: ModelSummary | undefined
  readonly imageSize: string | undefined
  readonly count: number
}

/** Only with a price per image: the tokens of a prompt are not known before it is sent, and cost little. */
function Estimate({ model, imageSize, count }: EstimateProps) {
  const { currency } = usePrices()
  const findPrice = useNextPrice()
  const price = model && findPrice(model)
  const nanos = price ? costOfImages(price.rates, count, imageSize) : null
  if (nanos === null) return null
  return (
    <span className="whitespace-nowrap text-faint text-xs tabular-nums" title="From Settings > Prices">
      About {formatCost(nanos, currency)}
      <span className="@max-[720px]:sr-only"> for {formatPlural(count, 'image')}</span>
    </span>
  )
}
