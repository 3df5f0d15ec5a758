// Chooses the upstream: the embedded demo, a service, or the vendor APIs; the others can be set up and tested beforehand.
import { useMutation, useMutationState } from '@tanstack/react-query'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import type { UpstreamChoice, UpstreamKind } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { Disclosure } from '../../../components/Disclosure'
import { Notice } from '../../../components/Notice'
import { RadioCards } from '../../../components/RadioCards'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { Section } from '../FormParts'
import { KeyFileNotice } from '../KeyFileNotice'
import { chooseUpstream, toChoice } from '../state/upstream-choice'
import { ServicesPane } from './ServicesPane'
import { CheckBar, CheckResult } from './UpstreamCheck'
import { VendorPane } from './VendorPane'

const choices = [
  {
    value: 'demo',
    label: 'Demo',
    description: 'The embedded model service. No key, no network.',
    setUpLabel: 'Test the demo without switching to it',
  },
  {
    value: 'service',
    label: 'Service',
    description: 'Any service with this same API, with a key of its own.',
    setUpLabel: 'Set up services without switching to them',
  },
  {
    value: 'vendor',
    label: 'Vendor APIs',
    description: 'The Gemini API and the OpenAI API, a key for each.',
    setUpLabel: 'Set up the vendor APIs without switching to them',
  },
] as const

const mutationKey = ['choose upstream']

/** A choice that is being saved, also after the panel was closed and opened again. */
function usePendingChoice(): UpstreamChoice | undefined {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    // The variables of the mutation with this key.
    select: ({ state }) => state.variables as UpstreamChoice,
  }).at(-1)
}

export function UpstreamSection({ settings, status }: { settings: Settings; status: ApplicationStatus }) {
  const wantsService = useSettingsView((view) => view.wantsService)
  const lastProfile = useSettingsView((view) => view.lastProfile)
  const change = useMutation({ mutationKey, mutationFn: chooseUpstream })
  const pending = usePendingChoice()
  const shown = wantsService ? 'service' : (pending ?? settings.upstream).kind
  const choose = (kind: UpstreamKind) => {
    const choice = toChoice(kind, settings, lastProfile)
    changeSettingsView({ wantsService: choice === null })
    if (choice) change.mutate(choice)
  }
  return (
    <Section
      id="upstream"
      title="Upstream"
      description="Who answers what you send, here and through the gateway."
    >
      <KeyFileNotice keys={status.keys} />
      <div className="flex flex-col gap-2">
        <RadioCards label="Upstream" value={shown} choices={choices} onChange={choose} />
        <p className="text-faint text-sm">
          Now answering: <span className="text-soft">{status.upstream.label}</span>. A change counts from the
          next call on; work under way is finished where it began.
        </p>
      </div>
      {change.error && <Notice tone="danger" title={describeError(change.error)} />}
      {wantsService && settings.upstream.kind !== 'service' && (
        <Notice tone="quiet" title={stillAnswers[settings.upstream.kind]} />
      )}
      <Pane kind={shown} settings={settings} />
      <Others shown={shown} settings={settings} />
    </Section>
  )
}

const stillAnswers: Readonly<Record<'demo' | 'vendor', string>> = {
  demo: 'The demo still answers until you add a service.',
  vendor: 'The vendor APIs still answer until you add a service.',
}

function Pane({ kind, settings }: { kind: UpstreamKind; settings: Settings }) {
  switch (kind) {
    case 'demo':
      return <DemoPane settings={settings} />
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
          Every answer is made on this machine, and says “Demo”. Nothing is sent anywhere.
        </p>
        <CheckBar upstream="demo" name="the demo" settings={settings} />
      </div>
      <CheckResult upstream="demo" settings={settings} />
    </div>
  )
}

/** The upstreams not in use: their keys can be entered, and they can be tested, before switching to them. */
function Others({ shown, settings }: { shown: UpstreamKind; settings: Settings }) {
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-3">
      {choices
        .filter(({ value }) => value !== shown)
        .map(({ value, setUpLabel }) => (
          <Disclosure key={value} summary={setUpLabel}>
            <div className="flex flex-col gap-5 pt-2 pb-4 pl-5">
              <Pane kind={value} settings={settings} />
            </div>
          </Disclosure>
        ))}
    </div>
  )
}
