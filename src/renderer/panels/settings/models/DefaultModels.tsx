// The models of an OpenAI-compatible server that are sent for the specification's names: for each kind, and for individual names.
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { catalog } from '#shared/models/catalog'
import { type ModelKind, modelKinds } from '#shared/schemas/model'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { Disclosure } from '../../../components/Disclosure'
import { IconButton } from '../../../components/IconButton'
import { ModelPicker } from '../../../models/ModelPicker'
import { toServerGroups } from '../../../models/server-groups'
import { ChangedRow } from '../Setting'
import { kindNames } from './model-kinds'
import {
  hasDefaults,
  resetDefaults,
  resolveDefault,
  saveProfile,
  setAlias,
  setDefault,
} from './server-profile'

interface DefaultModelsProps {
  readonly profile: OpenAiProfile
  /** The server's; undefined until they are known. */
  readonly models: readonly ModelSummary[] | undefined
}

const none: readonly ModelSummary[] = []

/** The gateway has no videos with such servers. */
const kinds = modelKinds.filter((kind) => kind !== 'video')

export function DefaultModels({ profile, models }: DefaultModelsProps) {
  return (
    // Instead of the IDs that other providers get.
    <div data-setting="aliases" className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h3 className="font-medium text-soft text-sm">Default models</h3>
        <p className="max-w-[72ch] text-faint text-sm">
          The model that is sent when a script or a chat requests a name in the API spec, such as{' '}
          <code className="whitespace-nowrap">gen-2.5-pro</code>. If {profile.name} has only one model of a
          type, that is used automatically.
        </p>
      </div>
      <ul aria-label="Default models" className="flex flex-col gap-2">
        {kinds.map((kind) => (
          <DefaultModel key={kind} kind={kind} profile={profile} models={models} />
        ))}
      </ul>
      <Disclosure
        summary={
          profile.aliases.length > 0
            ? `Individual names: ${profile.aliases.length} set`
            : 'Set models for individual names'
        }
      >
        <ul aria-label="Models for individual names" className="flex flex-col gap-2 pt-2">
          {kinds.flatMap((kind) =>
            catalog
              .filter((entry) => entry.kind === kind)
              .map(({ id }) => (
                <NameModel key={id} name={id} kind={kind} profile={profile} models={models} />
              )),
          )}
        </ul>
      </Disclosure>
      {hasDefaults(profile) && (
        <ChangedRow
          label="Default models"
          defaultText="the only model of each type"
          onReset={() => resetDefaults(profile)}
        />
      )}
    </div>
  )
}

interface DefaultModelProps extends DefaultModelsProps {
  readonly kind: ModelKind
}

function DefaultModel({ kind, profile, models }: DefaultModelProps) {
  const { id, count } = resolveDefault(profile, kind, models ?? none)
  const { label } = kindNames[kind]
  const isSet = profile.defaults[kind] !== undefined
  return (
    <ModelChoice
      title={label}
      label={`Default ${label.toLowerCase()} model`}
      isSet={isSet}
      placeholder={
        !models
          ? 'Loading models…'
          : id !== null
            ? `Only model: ${id}`
            : count === 0
              ? `No ${label.toLowerCase()} model`
              : 'Not set'
      }
      value={isSet && id !== null ? id : ''}
      kind={kind}
      models={models}
      profile={profile}
      onChange={(next) => saveProfile(profile.id, (now) => setDefault(now, kind, next))}
    />
  )
}

interface NameModelProps extends DefaultModelProps {
  readonly name: string
}

function NameModel({ name, kind, profile, models }: NameModelProps) {
  const alias = profile.aliases.find(({ from }) => from === name)
  const { id } = resolveDefault(profile, kind, models ?? none)
  return (
    <ModelChoice
      title={name}
      isName
      label={`Model for ${name}`}
      isSet={alias !== undefined}
      placeholder={id === null ? 'Default: not set' : `Default: ${id}`}
      value={alias?.to ?? ''}
      kind={kind}
      models={models}
      profile={profile}
      onChange={(next) => saveProfile(profile.id, (now) => setAlias(now, name, next))}
    />
  )
}

interface ModelChoiceProps extends DefaultModelProps {
  readonly title: string
  readonly isName?: boolean
  readonly label: string
  readonly isSet: boolean
  readonly placeholder: string
  readonly value: string
  /** Null resets it. */
  readonly onChange: (model: string | null) => void
}

function ModelChoice(props: ModelChoiceProps) {
  const { title, isName = false, label, isSet, placeholder, value, kind, models, profile, onChange } = props
  const groups = useMemo(
    () =>
      toServerGroups(
        (models ?? none).filter((model) => model.kind === kind),
        profile.name,
        () => ({}),
      ),
    [models, kind, profile.name],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={isName ? 'w-68 max-w-full truncate font-mono text-sm' : 'w-28'}>{title}</span>
      <span className="flex min-w-0 items-center gap-1">
        <ModelPicker
          label={label}
          kind={kind}
          value={value}
          placeholder={placeholder}
          groups={groups}
          onChange={onChange}
          className="w-72 max-w-full"
        />
        {isSet && (
          <IconButton size="small" label={`Reset ${label}`} icon={RotateCcw} onClick={() => onChange(null)} />
        )}
      </span>
    </li>
  )
}
