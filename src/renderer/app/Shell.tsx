// The frame of the window: rail, panel, inspector, status line.
import { Boundary } from '../components/Boundary'
import { useNavigation } from '../state/navigation'
import { destinations } from './destinations'
import { Inspector } from './Inspector'
import { useInspectorOpen } from './inspector-state'
import { PanelFailure } from './PanelFailure'
import { panels } from './panels'
import { Rail } from './Rail'
import { StatusLine } from './StatusLine'

export function Shell() {
  const panel = useNavigation((navigation) => navigation.panel)
  const { Panel, Inspector: content, inspectorTitle = 'Parameters' } = panels[panel]
  const inspectorOpen = useInspectorOpen()
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-0 flex-1">
        <Rail />
        <Boundary
          key={panel}
          fallback={(failure) => <PanelFailure panel={destinations[panel].name} {...failure} />}
        >
          <div
            className="relative flex min-w-0 flex-1"
            data-inspector={content && (inspectorOpen ? 'open' : 'closed')}
          >
            <main tabIndex={-1} className="min-w-0 flex-1 outline-none">
              <Panel />
            </main>
            {content && <Inspector title={inspectorTitle} content={content} open={inspectorOpen} />}
          </div>
        </Boundary>
      </div>
      <StatusLine />
    </div>
  )
}
