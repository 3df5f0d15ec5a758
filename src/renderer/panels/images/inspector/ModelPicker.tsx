// Which model draws, and what it supports.
import { Badge } from '../../../components/Badge'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { listSupported } from '../fit-drawing'
import { useNextStep } from '../use-drawing'
import { useImageModels } from '../use-image-models'

export function ModelPicker() {
  const { parameters, change } = useNextStep()
  const { models, groups, isKnown } = useImageModels()
  const model = models.find(({ id }) => id === parameters.model)
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label="Model of the next step"
        value={parameters.model}
        groups={groups}
        onChange={(id) => change({ model: id })}
      />
      {model && (
        <>
          <p className="text-faint text-sm">{model.description}</p>
          <ul aria-label="What it supports" className="flex flex-wrap gap-1">
            {listSupported(model).map((mark) => (
              <li key={mark} className="flex">
                <Badge>{mark}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      {isKnown && !model && (
        <Notice tone="warn" title="This is no image model of your list">
          Choose one that draws; models of your own are added in Settings.
        </Notice>
      )}
    </div>
  )
}
