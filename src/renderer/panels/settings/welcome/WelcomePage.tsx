// The page that welcomes new users: four ways to the first answer.

import { useMutation, useQuery } from '@tanstack/react-query'
import { Cpu, KeyRound, type LucideIcon, Plug, Sparkles } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { DetectedServer } from '#shared/desktop/models-contract'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { recheckUpstream, recordKeyChange } from '../../../connection/upstream-checks'
import { openSamples } from '../../../state/navigation'
import { openSettings } from '../../../state/settings-view'
import { closeWelcome } from '../../../state/welcome'
import { TextField } from '../FormParts'
import { KeyForm } from '../KeyForm'
import { describeStorage, findSecretProblem, useKey } from '../keys'
import { saveSettings } from '../settings-form'
import { chooseUpstream } from '../state/upstream-choice'
import { DetectedServers } from '../upstream/DetectedServers'
import {
  createProfileId,
  findProfileProblems,
  newProfile,
  type ProfileTexts,
  toProfile,
} from '../upstream/profiles'
import { saveDetected } from '../upstream/servers'
import { UrlField } from '../upstream/UrlField'
import { CheckSummary } from './CheckSummary'

export function WelcomePage() {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const { status } = useKey('gemini')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(skipOnEscape, [])
  return (
    <section
      aria-label="Welcome"
      className="@container flex h-full flex-col overflow-y-auto bg-frame [scrollbar-gutter:stable]"
    >
      <div className="mx-auto my-auto flex w-full max-w-[920px] flex-col gap-4 px-6 py-6">
        <header className="flex items-start justify-between gap-4">
          <div className="flex flex-col gap-0.5">
            <h1 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
              Welcome to Gen Playground
            </h1>
            <p className="text-soft">
              Chat, images, video, transcription, and embeddings. Nothing leaves this computer until you
              choose.
            </p>
          </div>
          <Button variant="quiet" onClick={closeWelcome}>
            Skip
          </Button>
        </header>
        <div className="grid grid-cols-1 gap-4 @min-[660px]:grid-cols-2">
          <Card
            icon={Sparkles}
            title="Try the demo"
            text="Built in, offline, and free. It isn’t a real model, and what it generates is labeled “Demo”."
          >
            <Button variant="primary" className="self-start" onClick={() => toastOutcome(startDemo())}>
              Try the demo
            </Button>
          </Card>
          <LocalCard />
        </div>
        <div className="grid grid-cols-1 gap-4 @min-[660px]:grid-cols-2">
          {settings && <KeyCard settings={settings} />}
          {settings && <ServiceCard settings={settings} />}
        </div>
        <p className="text-faint text-sm">
          {status && `${describeStorage(status)} `}
          Help &gt; Show welcome page opens it again.
        </p>
      </div>
    </section>
  )
}

async function startDemo(): Promise<void> {
  await chooseUpstream({ kind: 'demo' })
  openSamples('chat')
}

/** Other overlays, such as the command palette, close first. */
function skipOnEscape(): () => void {
  const onKeyDown = ({ key, target, isComposing }: KeyboardEvent) => {
    const isInOverlay = target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null
    if (key === 'Escape' && !isComposing && !isInOverlay) closeWelcome()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

function LocalCard() {
  return (
    <Card
      icon={Cpu}
      title="Use local models"
      text="From Ollama, LM Studio, llama.cpp, vLLM, and other OpenAI-compatible servers."
    >
      <DetectedServers isAutomatic actionLabel="Use" onChoose={(found) => toastOutcome(startWith(found))}>
        <Button variant="quiet" onClick={addServer}>
          Add server
        </Button>
      </DetectedServers>
    </Card>
  )
}

/** The key of a server that needs one is entered in Settings first, unless it is saved. */
async function startWith(found: DetectedServer): Promise<void> {
  const id = await saveDetected(found, true)
  const needsKey = found.needsKey && !(await desktop.keys.status({ slot: id })).usable
  if (needsKey) openSettings('upstream', { openProfiles: [id], addedProfile: id })
  else openSamples('chat')
}

function addServer() {
  openSettings('upstream', { pendingKind: 'openai', openProfiles: [newProfile.openai] })
}

function KeyCard({ settings }: { readonly settings: Settings }) {
  const test = () => void recheckUpstream('vendor', settings)
  return (
    <Card
      icon={KeyRound}
      title="Use your API key"
      text="For Gemini, OpenAI, or both. A pasted key is tested at once, with one small request."
    >
      <KeyForm
        slot="gemini"
        purpose="Gemini API"
        label="Gemini API key"
        hint="Chat, images, video, and embeddings."
        onSaved={test}
      />
      <KeyForm
        slot="openai"
        purpose="OpenAI API"
        label="OpenAI API key"
        hint="Transcription."
        onSaved={test}
      />
      <CheckSummary upstream="vendor" choice={{ kind: 'vendor' }} settings={settings} />
    </Card>
  )
}

function ServiceCard({ settings }: { readonly settings: Settings }) {
  const [id] = useState(() => createProfileId(settings.services))
  const [baseUrl, setBaseUrl] = useState('')
  const [key, setKey] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const texts = { name: '', baseUrl, apiBaseUrl: '' }
  const found = findProfileProblems(id, texts, settings.services)
  const problems = { baseUrl: found.baseUrl ?? found.name, key: findSecretProblem(id, key) }
  const connect = useMutation({ mutationFn: () => saveService(id, texts, key) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (!problems.baseUrl && !problems.key)
      connect.mutate(undefined, { onSuccess: (saved) => void recheckUpstream(id, saved) })
  }
  return (
    <Card
      icon={Plug}
      title="Connect a service"
      text="Any server with this API. It’s tested when you connect."
    >
      <form aria-label="Service" className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <UrlField
          label="Base URL"
          hint="Without the path of an endpoint."
          path="/v1beta/…"
          value={baseUrl}
          error={wasSubmitted ? problems.baseUrl : undefined}
          onChange={setBaseUrl}
        />
        <TextField
          label="API key"
          type="password"
          placeholder="Paste API key"
          className="font-mono text-sm"
          value={key}
          error={wasSubmitted ? problems.key : undefined}
          onChange={setKey}
          actions={
            <Button type="submit" disabled={connect.isPending}>
              Connect
            </Button>
          }
        />
        {connect.error && <Notice tone="danger" title={describeError(connect.error)} />}
      </form>
      <CheckSummary upstream={id} choice={{ kind: 'service', profile: id }} settings={settings} />
    </Card>
  )
}

/** Adds the service, or replaces it if its test has failed before. Another provider stays in use meanwhile. */
async function saveService(id: string, texts: ProfileTexts, key: string): Promise<Settings> {
  const saved = await saveSettings(({ services }) => ({
    services: [...services.filter((each) => each.id !== id), toProfile(id, texts)],
  }))
  const status = await desktop.keys.set({ slot: id, key: key.trim() })
  recordKeyChange(id)
  queryClient.setQueryData(queries.keys.status.queryKey({ input: { slot: id } }), status)
  return saved
}

interface CardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Card({ icon: Icon, title, text, children }: CardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-canvas px-5 py-4"
    >
      <div className="flex flex-col gap-1">
        <h2 id={heading} className="flex items-center gap-2 font-semibold text-lg">
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
          {title}
        </h2>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </section>
  )
}
