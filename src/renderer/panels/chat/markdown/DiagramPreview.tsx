// The preview of a Mermaid block: its diagram in a sandboxed frame, in full size on request, with its exports.
import { Download, Maximize2, X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { desktop } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { Menu, type MenuItem } from '../../../components/Menu'
import { Notice } from '../../../components/Notice'
import { PictureStage } from '../../../media-viewer/PictureStage'
import { useViewerKeys, useZoomPan, ZoomControls } from '../../../media-viewer/ZoomControls'
import { uploadFile } from '../../../state/media-files'
import { type Diagram, useDiagram } from './use-diagram'

interface DiagramPreviewProps {
  readonly code: string
  /** The code, shown until the diagram is drawn, and if it cannot be. */
  readonly children: ReactNode
}

/** Larger than anything it is laid out in before its size is known. */
const unmeasured = { width: 800, height: 480 }
const maxHeight = 480

export function DiagramPreview({ code, children }: DiagramPreviewProps) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const diagram = useDiagram(code, element)
  const [isOpen, setOpen] = useState(false)
  const { size, error, retry } = diagram
  const isShown = size !== undefined && error === undefined
  return (
    <div ref={setElement}>
      <div role="status">
        {error && (
          <div className="px-3 pt-3">
            <Notice
              tone="warn"
              title={error.message}
              actions={
                error.canRetry && (
                  <Button size="small" onClick={retry}>
                    Retry
                  </Button>
                )
              }
            />
          </div>
        )}
      </div>
      {/* One element in both states, because a moved frame would load again. */}
      <div className={isShown ? 'flex justify-center px-4 py-3' : 'h-0 overflow-hidden'}>
        <DiagramFrame
          diagram={diagram}
          style={
            isShown
              ? { width: size.width, maxWidth: '100%', aspectRatio: size.width / size.height, maxHeight }
              : unmeasured
          }
        />
      </div>
      {!isShown && children}
      {isShown && (
        <div className="flex justify-end border-line border-t px-1 py-1">
          <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
            <Maximize2 size={14} aria-hidden="true" />
            View full size
          </Button>
          <ExportMenu diagram={diagram} />
        </div>
      )}
      {isOpen && <DiagramDialog code={code} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Pointers do not reach it: nothing in a diagram can be clicked, and the wheel scrolls what is around it. */
function DiagramFrame({ diagram, style }: { diagram: Diagram; style: CSSProperties }) {
  if (!diagram.url) return null
  return (
    <iframe
      key={diagram.url}
      title="Mermaid preview"
      src={diagram.url}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      tabIndex={-1}
      onLoad={({ currentTarget }) => diagram.connect(currentTarget)}
      style={style}
      className="pointer-events-none block"
    />
  )
}

function DiagramDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const diagram = useDiagram(code)
  const zoomPan = useZoomPan(code, diagram.size)
  const handleKey = useViewerKeys(zoomPan, () => {})
  const { error, retry } = diagram
  return (
    <Dialog open onClose={onClose} title="Diagram" untitled size="full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of everything in it. */}
      <div tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none" onKeyDown={handleKey}>
        <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
          <p aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold">
            Diagram
          </p>
          <ZoomControls zoomPan={zoomPan} />
          <ExportMenu diagram={diagram} />
          <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
        </header>
        {error && (
          <Notice
            tone="warn"
            title={error.message}
            actions={error.canRetry && <Button onClick={retry}>Retry</Button>}
          />
        )}
        <div className="relative flex min-h-0 flex-1">
          <PictureStage label="Diagram" zoomPan={zoomPan}>
            {(position) => (
              <DiagramFrame
                diagram={diagram}
                style={{ position: 'absolute', maxWidth: 'none', ...(position ?? unmeasured) }}
              />
            )}
          </PictureStage>
        </div>
      </div>
    </Dialog>
  )
}

function ExportMenu({ diagram }: { diagram: Diagram }) {
  return (
    <Menu
      label="Export diagram"
      trigger={
        <Button size="small" variant="quiet" disabled={!diagram.size}>
          <Download size={14} aria-hidden="true" />
          Export diagram
        </Button>
      }
      items={listExports(diagram)}
    />
  )
}

function listExports({ write }: Diagram): MenuItem[] {
  const copy = (format: 'svg' | 'png') => {
    const type = format === 'png' ? 'image/png' : 'text/plain'
    // Passed as a promise, because the permission to write ends shortly after the key press or click.
    const file = write(format).then((content) => new Blob([content], { type }))
    const copied = navigator.clipboard
      .write([new ClipboardItem({ [type]: file })])
      .then(() => 'Diagram copied')
    toastOutcome(copied, 'Couldn’t copy the diagram')
  }
  const saveSvg = async () => {
    const text = String(await write('svg'))
    const { path } = await desktop.application.saveText({ suggestedName: 'diagram.svg', text })
    return toSaved(path)
  }
  const savePng = async () => {
    const file = new File([await write('png')], 'diagram.png', { type: 'image/png' })
    const { media } = await uploadFile(file)
    const { path } = await desktop.images.saveAs({ media, name: 'diagram', withPrompt: false })
    return toSaved(path)
  }
  const failure = 'Couldn’t save the diagram'
  return [
    { name: 'Copy as PNG', onSelect: () => copy('png') },
    { name: 'Copy as SVG', onSelect: () => copy('svg') },
    { name: 'Save as PNG…', hasSeparator: true, onSelect: () => toastOutcome(savePng(), failure) },
    { name: 'Save as SVG…', onSelect: () => toastOutcome(saveSvg(), failure) },
  ]
}
