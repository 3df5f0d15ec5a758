// A model of the OpenAI-compatible server, with its type.
import { RotateCcw, Trash2 } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { guessKind } from '#shared/models/guess-kind'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'
import { formatTokens } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Select } from '../../../components/Select'
import { kindGroups, kindNames, toKind } from './kind-names'
import { ModelButtons, ModelName } from './ModelCells'
import { removeModel, saveProfile, setKind, toSavedKind } from './server-profile'

const cell = 'border-line border-t align-middle'

interface ServerModelRowProps {
  readonly model: ModelSummary
  readonly profile: OpenAiProfile
  readonly settings: Settings
}

export function ServerModelRow({ model, profile, settings }: ServerModelRowProps) {
  const { id, kind, custom, inputTokenLimit } = model
  const guess = guessKind(id)
  const isChanged = !custom && profile.kinds[id] !== undefined
  return (
    <tr className="group hover:bg-hover/50">
      <th scope="row" className={`${cell} py-1.5 pl-3 text-left font-normal`}>
        <ModelName model={model} settings={settings}>
          {inputTokenLimit !== null && (
            <span className="text-faint text-xs">{formatTokens(inputTokenLimit)} context</span>
          )}
        </ModelName>
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
        <ModelButtons id={id} settings={settings}>
          {custom && (
            <IconButton
              size="small"
              label={`Remove ${id}`}
              icon={Trash2}
              onClick={() => removeModel(profile, id)}
            />
          )}
        </ModelButtons>
      </td>
    </tr>
  )
}
