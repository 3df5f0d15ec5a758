// Chooses the upstream: the demo, a server, a service, or the vendor APIs; the others can be set up and tested beforehand.
import { useMutation, useMutationState } from '@tanstack/react-query'
import { findProfile } from '#shared/models/profiles'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import type { ProfileKind, UpstreamChoice } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { Disclosure } from '../../../components/Disclosure'
import { Notice } from '../../../components/Notice'
import { RadioCards } from '../../../components/RadioCards'
import { usePreferences } from '../../../state/preferences'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { Section } from '../FormParts'
import { KeyFileNotice } from '../KeyFileNotice'
import { Setting } from '../Setting'
import { chooseUpstream, toChoice } from '../state/upstream-choice'
import { profileNouns } from './profiles'
import { ServersPane } from './ServersPane'
import { ServicesPane } from './ServicesPane'
import { CheckBar, CheckResult } from './UpstreamCheck'
import { VendorPane } from './VendorPane'

const choices = [
  {
    value: 'demo',
    label: 'Demo',
    description: 'Built in. No key, no network.',
  },
  {
    value: 'service',
    label: 'Custom service',
    description: 'Any server that implements this API, with its own key.',
  },
  {
    value: 'vendor',
    label: 'Gemini and OpenAI',
    description: 'The providers’ own APIs, with a key for each.',
  },
  {
    value: 'openai',
    label: 'OpenAI-compatible',
    description: 'Ollama, LM Studio, OpenRouter, and others.',
  },
] as const

const mutationKey = ['choose-upstream']

/** A choice that is being saved, also after the panel was closed and opened again. */
function usePendingChoice(): UpstreamChoice | undefined {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    // The variables of the mutation with this key.
    select: ({ state }) => state.variables as UpstreamChoice,
  }).at(-1)
}

export function UpstreamSection({ settings, status }: { settings: Settings; status: ApplicationStatus }) {
  const pendingKind = useSettingsView((view) => view.pendingKind)
  const lastProfiles = usePreferences((preferences) => preferences.lastProfiles)
  const change = useMutation({ mutationKey, mutationFn: chooseUpstream })
  const pending = usePendingChoice()
  const shown = pendingKind ?? (pending ?? settings.upstream).kind
  const choose = (kind: UpstreamChoice['kind']) => {
    const choice = toChoice(kind, settings, lastProfiles)
    // Only kinds with profiles may have nothing to choose.
    changeSettingsView({ pendingKind: choice === null ? (kind as ProfileKind) : null })
    if (choice) change.mutate(choice)
  }
  return (
    <Section id="upstream">
      <KeyFileNotice keys={status.keys} />
      <Setting id="provider" settings={settings} className="gap-2">
        <RadioCards label="Provider" value={shown} choices={choices} onChange={choose} />
        <p className="text-faint text-sm">
          {shown !== settings.upstream.kind && `Current provider: ${status.upstream.label}. `}
          Changes apply to new requests. Requests in progress finish where they started.
        </p>
      </Setting>
      {change.error && <Notice tone="danger" title={describeError(change.error)} />}
      {pendingKind && pendingKind !== settings.upstream.kind && (
        <Notice tone="quiet" title={describePending(settings, pendingKind)} />
      )}
      <Pane kind={shown} settings={settings} />
      <Others shown={shown} settings={settings} />
    </Section>
  )
}

function describePending(settings: Settings, kind: ProfileKind): string {
  const noun = profileNouns[kind]
  if (settings.upstream.kind === 'vendor') return `Gemini and OpenAI stay in use until you add a ${noun}.`
  return `${findProfile(settings)?.name ?? 'The demo'} stays in use until you add a ${noun}.`
}

function Pane({ kind, settings }: { kind: UpstreamChoice['kind']; settings: Settings }) {
  switch (kind) {
    case 'demo':
      return <DemoPane settings={settings} />
    case 'openai':
      return <ServersPane settings={settings} />
    case 'service':
      return <ServicesPane settings={settings} />
    case 'vendor':
      return <VendorPane settings={settings} />
  }
}

/** The demo has no settings; it can only be tested. */
function DemoPane({ settings }: { settings: Settings }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-soft">
          The demo runs on this computer and sends nothing over the network. Everything it generates is
          labeled “Demo”.
        </p>
        <CheckBar upstream="demo" name="the demo" settings={settings} />
      </div>
      <CheckResult upstream="demo" settings={settings} />
    </div>
  )
}

/** The upstreams not in use: their keys can be entered, and they can be tested, before switching to them. */
function Others({ shown, settings }: { shown: UpstreamChoice['kind']; settings: Settings }) {
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-3">
      <h3 className="font-medium">Other providers</h3>
      <p className="mb-1 text-faint text-sm">Set them up and test them without switching.</p>
      {choices
        .filter(({ value }) => value !== shown)
        .map(({ value, label }) => (
          <Disclosure key={value} summary={label}>
            <div className="flex flex-col gap-5 pt-2 pb-4 pl-5">
              <Pane kind={value} settings={settings} />
            </div>
          </Disclosure>
        ))}
    </div>
  )
}
