// The page that welcomes new users: four ways to the first answer.
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { openSamples } from '../../../state/navigation'
import { closeWelcome } from '../../../state/welcome'
import { describeStorage, useKey } from '../keys'
import { chooseUpstream } from '../state/upstream-choice'
import { KeyCard } from './KeyCard'
import { LocalCard } from './LocalCard'
import { ServiceCard } from './ServiceCard'
import { Card } from './WelcomeCard'

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
