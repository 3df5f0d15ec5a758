// The name of a model, and its buttons, in the tables of models.
import { Eye, EyeOff, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Settings } from '#shared/schemas/settings'
import { Badge } from '../../../components/Badge'
import { IconButton } from '../../../components/IconButton'
import { changeModelList } from '../../../models/use-models'

interface ModelNameProps {
  readonly model: ModelSummary
  readonly settings: Settings
  /** Below the name. */
  readonly children?: ReactNode
}

export function ModelName({ model: { id, displayName, custom }, settings, children }: ModelNameProps) {
  return (
    <span className="flex flex-col items-start">
      <span className="flex max-w-full flex-wrap items-center gap-x-2">
        <span className="font-medium text-base [overflow-wrap:anywhere]">{displayName}</span>
        {custom && <Badge tone="accent">Added by you</Badge>}
        {settings.hiddenModels.includes(id) && <Badge>Hidden</Badge>}
      </span>
      {displayName !== id && (
        <span className="selectable font-mono text-faint text-xs [overflow-wrap:anywhere]">{id}</span>
      )}
      {children}
    </span>
  )
}

interface ModelButtonsProps {
  readonly id: string
  readonly settings: Settings
  /** After the buttons that every model has. */
  readonly children?: ReactNode
}

export function ModelButtons({ id, settings, children }: ModelButtonsProps) {
  const isFavorite = settings.favoriteModels.includes(id)
  const isHidden = settings.hiddenModels.includes(id)
  return (
    <span className="flex justify-end">
      <IconButton
        size="small"
        label={isFavorite ? `Remove ${id} from favorites` : `Add ${id} to favorites`}
        icon={Star}
        className={isFavorite ? 'text-accent [&_svg]:fill-current' : undefined}
        onClick={() => changeModelList('favoriteModels', id, !isFavorite)}
      />
      <IconButton
        size="small"
        label={isHidden ? `Show ${id} in model lists` : `Hide ${id} from model lists`}
        icon={isHidden ? EyeOff : Eye}
        onClick={() => changeModelList('hiddenModels', id, !isHidden)}
      />
      {children}
    </span>
  )
}
