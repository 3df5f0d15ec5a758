// A model of the OpenAI-compatible server, with its type.
import { Eye, EyeOff, RotateCcw, Star, Trash2 } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { guessKind } from '#shared/models/guess-kind'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'
import { Badge } from '../../../components/Badge'
import { formatTokens } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Select } from '../../../components/Select'
import { changeModelList } from '../../../models/use-models'
import { kindGroups, kindNames, toKind } from './kind-names'
import { removeModel, saveProfile, setKind, toSavedKind } from './server-profile'

const cell = 'border-line border-t align-middle'

interface ServerModelRowProps {
  readonly model: ModelSummary
  readonly profile: OpenAiProfile
  readonly settings: Settings
}

export function ServerModelRow({ model, profile, settings }: ServerModelRowProps) {
  const { id, displayName, kind, custom, inputTokenLimit } = model
  const isFavorite = settings.favoriteModels.includes(id)
  const isHidden = settings.hiddenModels.includes(id)
  const guess = guessKind(id)
  const isChanged = !custom && profile.kinds[id] !== undefined
  return (
    <tr className="group hover:bg-hover/50">
      <th scope="row" className={`${cell} py-1.5 pl-3 text-left font-normal`}>
        <span className="flex flex-col items-start">
          <span className="flex max-w-full flex-wrap items-center gap-x-2">
            <span className="font-medium text-base [overflow-wrap:anywhere]">{displayName}</span>
            {custom && <Badge tone="accent">Added by you</Badge>}
            {isHidden && <Badge>Hidden</Badge>}
          </span>
          {displayName !== id && (
            <span className="selectable font-mono text-faint text-xs [overflow-wrap:anywhere]">{id}</span>
          )}
          {inputTokenLimit !== null && (
            <span className="text-faint text-xs">{formatTokens(inputTokenLimit)} context</span>
          )}
        </span>
      </th>
      <td className={`${cell} px-2 py-1`}>
        <span className="flex items-center gap-1">
          <Select
            label={`Type of ${id}`}
            value={kind}
            groups={kindGroups}
            className="h-7 w-36"
            onChange={(next) =>
              saveProfile(profile.id, (now) => setKind(now, id, toSavedKind(id, toKind(next), custom)))
            }
          />
          {isChanged && (
            <IconButton
              size="small"
              label={`Reset type of ${id} to ${guess ? kindNames[guess].label : 'not listed'}`}
              icon={RotateCcw}
              onClick={() => saveProfile(profile.id, (now) => setKind(now, id, null))}
            />
          )}
        </span>
      </td>
      <td className={`${cell} py-1.5 pr-2`}>
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
          {custom && (
            <IconButton
              size="small"
              label={`Remove ${id}`}
              icon={Trash2}
              onClick={() => removeModel(profile, id)}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
