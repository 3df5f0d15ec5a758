// The image in the editor, fitted to the window: pointer and keys act on its pixels.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Select } from '../../../components/Select'
import type { Point, Size } from '../../../media-viewer/picture-view'
import { focusPrompt } from '../../../state/focus-requests'
import { mediaBaseUrl } from '../../../state/media-files'
import { useImageModels } from '../state/image-models'
import { useNextStep } from '../state/next-step'
import { attachCopy } from './edit-copy'
import { type EditedPicture, type EditMode, finishEditor, useEditor, withCopy } from './editor-state'

interface EditorStageProps {
  readonly label: string
  /** Describes the keys. */
  readonly hint: string
  /** The size of the canvas, in pixels of the image. */
  readonly size: Size
  /** `scale` is CSS pixels per pixel of the image. */
  readonly children: (scale: number) => ReactNode
  readonly onPress: (at: Point) => void
  /** While the pointer is down. */
  readonly onDrag: (at: Point, by: Point) => void
  /** `by` is a step in the direction of an arrow key. */
  readonly onArrow: (by: Point, event: KeyboardEvent) => void
  readonly onKey?: (event: KeyboardEvent) => boolean
}

const margin = 24
/** Part of the longer side that an arrow key moves. */
const arrowStep = 0.02

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function EditorStage(props: EditorStageProps) {
  const { label, hint, size, children, onPress, onDrag, onArrow, onKey } = props
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const last = useRef<Point | null>(null)
  const [space, setSpace] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = container
    if (!current) return
    const observer = new ResizeObserver(() =>
      setSpace({ width: current.clientWidth - 2 * margin, height: current.clientHeight - 2 * margin }),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.max(0.001, Math.min(space.width / size.width, space.height / size.height))
  const toPoint = ({ clientX, clientY }: PointerEvent): Point => {
    const box = canvas.current?.getBoundingClientRect()
    return { x: (clientX - (box?.left ?? 0)) / scale, y: (clientY - (box?.top ?? 0)) / scale }
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = toPoint(event)
    onPress(last.current)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!last.current) return
    const at = toPoint(event)
    onDrag(at, { x: at.x - last.current.x, y: at.y - last.current.y })
    last.current = at
  }
  const release = () => {
    last.current = null
  }
  const pressKey = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    const step = Math.max(1, Math.round(Math.max(size.width, size.height) * arrowStep))
    if (arrow) onArrow({ x: arrow.x * step, y: arrow.y * step }, event)
    else if (!onKey?.(event)) return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div
      ref={container}
      role="group"
      aria-label={label}
      aria-description={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys act on the image.
      tabIndex={0}
      data-first-focus
      className="relative flex min-h-0 min-w-0 flex-1 touch-none items-center justify-center overflow-hidden bg-sunken focus-visible:-outline-offset-2"
      onKeyDown={pressKey}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <div
        ref={canvas}
        className="relative shrink-0"
        style={{ width: size.width * scale, height: size.height * scale }}
      >
        {children(scale)}
      </div>
      <p
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-2 bottom-1 truncate text-center text-soft text-xs"
      >
        {hint}
      </p>
    </div>
  )
}

export interface AreaProps {
  readonly picture: EditedPicture
  readonly size: Size
  readonly onError: (message: string | null) => void
}

export function EditedImage({ picture: { media, title } }: { picture: EditedPicture }) {
  return (
    <img
      src={`${mediaBaseUrl}${media}`}
      alt={title}
      draggable={false}
      className="pointer-events-none absolute inset-0 size-full"
    />
  )
}

interface EditorFooterProps {
  readonly picture: EditedPicture
  readonly mode: EditMode
  readonly fileName: string
  /** Why there is nothing to send yet. */
  readonly blocker: string | undefined
  /** Describes the copy that is sent. */
  readonly note: string
  readonly render: () => Promise<Blob>
  readonly onAdded?: () => void
  /** Only for copies that are useful without a model. */
  readonly onSave?: () => Promise<void>
  readonly onError: (message: string | null) => void
  readonly children: ReactNode
}

export function EditorFooter(props: EditorFooterProps) {
  const { picture, mode, fileName, blocker, note, render, onAdded, onSave, onError, children } = props
  const isBusy = useEditor(({ busy }) => busy === picture)
  const run = (work: () => Promise<void>) => {
    onError(null)
    withCopy(picture, work).catch((error) => onError(describeError(error)))
  }
  const add = async () => {
    await attachCopy(picture.turn, mode, { name: fileName, blob: await render() })
    onAdded?.()
    // Later, because the dialog returns the focus when it closes.
    if (finishEditor(picture)) requestAnimationFrame(focusPrompt)
  }
  const isBlocked = isBusy || blocker !== undefined
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-2">
      <div className="flex items-center gap-2">{children}</div>
      <p role="status" className="min-w-0 flex-1 basis-72 text-soft text-sm">
        {isBusy ? 'Preparing copy…' : (blocker ?? note)}
      </p>
      <div className="flex shrink-0 gap-2">
        {onSave && (
          <Button disabled={isBlocked} onClick={() => run(onSave)}>
            Save as…
          </Button>
        )}
        <Button variant="primary" disabled={isBlocked} onClick={() => run(add)}>
          Add to next step
        </Button>
      </div>
    </footer>
  )
}

interface RatioSelectProps {
  readonly label: string
  /** The choice without a ratio. */
  readonly automatic: string
  readonly value: string | null
  readonly onChange: (ratio: string | null) => void
}

/** The ratios that the model of the next step can generate. */
export function RatioSelect({ label, automatic, value, onChange }: RatioSelectProps) {
  const { parameters } = useNextStep()
  const { models } = useImageModels()
  const ratios = models.find(({ id }) => id === parameters.model)?.aspectRatios ?? []
  const listed = value === null || ratios.includes(value) ? ratios : [...ratios, value]
  const options = [
    { value: 'any', label: automatic },
    ...listed.map((ratio) => ({ value: ratio, label: ratio })),
  ]
  return (
    <Select
      label={label}
      value={value ?? 'any'}
      groups={[{ label, options }]}
      onChange={(ratio) => onChange(ratio === 'any' ? null : ratio)}
      className="h-7"
    />
  )
}
