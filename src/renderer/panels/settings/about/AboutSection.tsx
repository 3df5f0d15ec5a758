// About: the version and what it runs on, the license, and updates.
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import type { BuildInfo } from '#shared/schemas/updates'
import license from '../../../../../LICENSE?raw'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { useCopied } from '../../../components/CopyButton'
import { Dialog } from '../../../components/Dialog'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { openWelcome } from '../../../state/welcome'
import { Section } from '../FormParts'
import { Setting } from '../Setting'
import { formatDetails, isOlderVersion, listDetails } from './build-details'
import { Updates } from './Updates'

export function AboutSection({ settings, status }: { settings: Settings; status: ApplicationStatus }) {
  const { data: updates } = useQuery(queries.updates.read.queryOptions())
  return (
    <Section id="about" description={`Gen Playground ${status.version}`}>
      {updates?.hasFeed && (
        <Setting id="updates" settings={settings}>
          <Updates state={updates} settings={settings.updates} />
        </Setting>
      )}
      <Build />
    </Section>
  )
}

function Build() {
  const { data: build, error, refetch } = useQuery(queries.application.build.queryOptions())
  if (error && !build)
    return <ReadErrorNotice title="Couldn’t read the version" error={error} onRetry={refetch} />
  if (!build) return <Skeleton label="Loading version…" widths={['40%', '56%']} />
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium text-soft text-sm">Details</h3>
        <p className="text-faint text-sm">Include them in bug reports.</p>
      </div>
      <OldRuntime build={build} />
      {!build.isSandboxed && (
        <Notice tone="warn" title="Chromium’s sandbox is off">
          The app was started with <code>--no-sandbox</code>, which AppImages add where the system has no user
          namespaces. On Debian and Ubuntu, the Debian package has a sandbox.
        </Notice>
      )}
      <dl className="selectable grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 rounded-lg border border-line bg-sunken px-3 py-2">
        {listDetails(build).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <CopyDetails build={build} />
        <License />
        <Button onClick={openWelcome}>Show welcome page</Button>
      </div>
    </div>
  )
}

function OldRuntime({ build: { electron, pinnedElectron } }: { build: BuildInfo }) {
  if (!isOlderVersion(electron, pinnedElectron)) return null
  return (
    <Notice tone="warn" title={`Runs on Electron ${electron}, which no longer gets security fixes`}>
      {`Gen Playground is made for Electron ${pinnedElectron}. Use a package that contains it, or build one on a computer that can download it.`}
    </Notice>
  )
}

function CopyDetails({ build }: { build: BuildInfo }) {
  const [copied, copy] = useCopied()
  const Icon = copied ? Check : Copy
  return (
    <Button onClick={() => copy(formatDetails(build))}>
      <Icon size={14} aria-hidden="true" />
      Copy details
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  )
}

function License() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>View license</Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="License">
        <p className="selectable whitespace-pre-line text-sm">{license.replace(/(?<!\n)\n(?!\n)/g, ' ')}</p>
      </Dialog>
    </>
  )
}
