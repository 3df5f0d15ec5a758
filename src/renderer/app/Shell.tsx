// The frame of the window: rail, panel, inspector, status line.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, PanelRightClose, PanelRightOpen, TriangleAlert } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import { conversationList } from '../api/conversation-list'
import { desktop, queries } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { EmptyState } from '../components/EmptyState'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { IconButton } from '../components/IconButton'
import { LoadError, lazyComponent } from '../components/lazy-component'
import { ChatWindow, useIsDeleted } from '../panels/chat/ChatWindow'
import { SidePane } from '../panes/SidePane'
import { useKeys } from '../state/keymap'
import { useNavigation } from '../state/navigation'
import { useWelcome } from '../state/welcome'
import { ownChat } from '../state/windows'
import { useAppearance, useFollowAppearance } from './appearance'
import { openOverlay, toggleInspector, useInspector } from './overlays'
import { panels, useHasInspector } from './panels'
import { Rail } from './Rail'
import { ProblemLine, StatusLine } from './StatusLine'

const WelcomePage = lazyComponent(
  async () => (await import('../panels/settings/welcome/WelcomePage')).WelcomePage,
)

export function Shell() {
  const panel = useNavigation((navigation) => navigation.panel)
  const { name, Panel, Inspector: definedContent, inspectorTitle = 'Parameters' } = panels[panel]
  const { isOpen, isDrawer } = useInspector()
  const hasInspector = useHasInspector()
  const welcome = useWelcome(({ state }) => state)
  useFollowAppearance()
  useInputs()
  const formatLanguage = useAppearance((appearance) => appearance.formatLanguage)
  // The panel's texts were formatted in the earlier language. Settings renders again itself, and keeps its focus.
  const viewKey = panel === 'settings' ? panel : `${panel} ${formatLanguage}`
  const isOwnDeleted = useIsDeleted(ownChat)
  const content = hasInspector && welcome === 'closed' && !isOwnDeleted ? definedContent : undefined
  useEffect(() => {
    // Otherwise the drawer would open in the next panel that has one.
    if (!hasInspector && isDrawer && isOpen) openOverlay(null)
  }, [hasInspector, isDrawer, isOpen])
  return (
    <div className="flex h-full flex-col">
      <SafeModeBar />
      <div className="flex min-h-0 flex-1">
        {ownChat === null && <Rail />}
        <ErrorBoundary
          key={welcome === 'closed' ? viewKey : welcome}
          fallback={(failure) => <PanelFailure panel={name} {...failure} />}
        >
          <div
            className="relative flex min-w-0 flex-1"
            data-inspector={content && (isOpen && !isDrawer ? 'open' : 'closed')}
          >
            <main tabIndex={-1} className="min-w-0 flex-1 outline-none">
              {ownChat !== null ? (
                <ChatWindow conversationId={ownChat} />
              ) : welcome === 'closed' ? (
                <Panel />
              ) : (
                welcome === 'open' && <WelcomePage />
              )}
            </main>
            {content && <Inspector title={inspectorTitle} content={content} />}
          </div>
        </ErrorBoundary>
      </div>
      {ownChat === null ? <StatusLine /> : <ProblemLine />}
    </div>
  )
}

/** Keeps what the model and the parameters of a request depend on up to date; those are read from the cache. */
function useInputs() {
  useQuery({ ...queries.settings.read.queryOptions(), notifyOnChangeProps: [] })
  useQuery({ ...queries.models.list.queryOptions(), notifyOnChangeProps: [] })
  useQuery({ ...queries.application.status.queryOptions(), notifyOnChangeProps: [] })
  useQuery({ ...conversationList, notifyOnChangeProps: [] })
}

/** Permanent, because work in safe mode would otherwise be lost unexpectedly. */
function SafeModeBar() {
  const { data: status } = useQuery(queries.application.status.queryOptions())
  if (!status?.safeMode) return null
  return (
    <section
      aria-label="Safe mode"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warn-wash px-4 py-1.5 text-warn"
    >
      <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">Safe mode.</strong> Your data isn’t open, and nothing is kept after
        you quit.
      </p>
      <Button size="small" onClick={() => toastOutcome(desktop.application.quitSafeMode())}>
        Quit and start normally
      </Button>
    </section>
  )
}

interface InspectorProps {
  readonly title: string
  readonly content: ComponentType
}

/** The panel's parameters or details: a column at the right, or a drawer where there is no space for one. */
function Inspector({ title, content: Content }: InspectorProps) {
  const { isOpen, isDrawer } = useInspector()
  const toggle = (
    <IconButton
      label={isOpen ? 'Hide inspector' : 'Show inspector'}
      icon={isOpen ? PanelRightClose : PanelRightOpen}
      keys={useKeys('view.inspector')}
      aria-expanded={isOpen}
      onClick={toggleInspector}
    />
  )
  const body = (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between border-line border-b pr-3 pl-4">
        <h2 className="font-semibold">{title}</h2>
        {isDrawer && toggle}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
        <Content />
      </div>
    </>
  )
  if (isDrawer) {
    return (
      <>
        <div className="absolute top-1.5 right-3 z-20">{toggle}</div>
        <Dialog open={isOpen} onClose={() => openOverlay(null)} title={title} untitled size="right-drawer">
          {/* Not the button: its tooltip would open, and take the first Escape. */}
          <aside
            aria-label="Inspector"
            tabIndex={-1}
            data-first-focus
            className="flex min-h-0 flex-1 flex-col bg-frame outline-none"
          >
            {body}
          </aside>
        </Dialog>
      </>
    )
  }
  return (
    <>
      <div className="absolute top-1.5 right-3 z-20">{toggle}</div>
      {isOpen && (
        <aside aria-label="Inspector" className="flex shrink-0 bg-frame">
          <SidePane id="inspector" name="inspector" isRight className="w-72 flex-col min-[1900px]:w-80">
            {body}
          </SidePane>
        </aside>
      )}
    </>
  )
}

/** Replaces a panel that failed to render; the others keep working. */
export function PanelFailure({ panel, error, retry }: { panel: string; error: Error; retry: () => void }) {
  const canRetry = !(error instanceof LoadError)
  return (
    <main className="min-w-0 flex-1 bg-canvas">
      <EmptyState icon={CircleAlert} title={`Couldn’t show ${panel}`}>
        <p>Your data is safe. Only this view failed to load.</p>
        <pre className="selectable max-w-full whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 text-left font-mono text-sm [overflow-wrap:anywhere]">
          {error.message}
        </pre>
        <div className="flex gap-2">
          <Button onClick={() => toastOutcome(desktop.application.revealDataFolder())}>
            Show data folder
          </Button>
          <Button variant={canRetry ? 'plain' : 'primary'} onClick={() => location.reload()}>
            Reload window
          </Button>
          {canRetry && (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      </EmptyState>
    </main>
  )
}
