// Positions of windows on the displays: pure geometry, in device-independent pixels.

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of Electron's `Display` that matters here. */
export interface DisplayArea {
  /** Without taskbars and menu bars. */
  readonly workArea: Bounds
}

/** Width and height of the part that must be on a display, so that the window can be dragged. */
const minVisible = 100

/** Unchanged if the title bar can be reached; otherwise moved into the nearest display, and made to fit it. */
export function fitToDisplays(bounds: Bounds, displays: readonly DisplayArea[]): Bounds {
  if (displays.length === 0 || displays.some(({ workArea }) => isReachable(bounds, workArea))) return bounds
  const nearest = findNearest(bounds, displays)
  return nearest ? fitInto(bounds, nearest.workArea) : bounds
}

/** Next to another window, but inside of its display; without one, in the middle of the first display. */
export function positionBeside(
  behind: Bounds | undefined,
  size: Pick<Bounds, 'width' | 'height'>,
  displays: readonly DisplayArea[],
): Bounds {
  const [first] = displays
  if (!behind)
    return first
      ? fitInto({ ...size, ...centerIn(first.workArea, size) }, first.workArea)
      : { x: 0, y: 0, ...size }
  const shifted = { x: behind.x + offset, y: behind.y + offset, ...size }
  const nearest = findNearest(behind, displays)
  return nearest ? fitInto(shifted, nearest.workArea) : shifted
}

/** This part of the window behind stays visible. */
const offset = 32

function centerIn(area: Bounds, { width, height }: Pick<Bounds, 'width' | 'height'>) {
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
  }
}

function findNearest(bounds: Bounds, displays: readonly DisplayArea[]): DisplayArea | undefined {
  return [...displays].sort(
    (a, b) => measureDistance(bounds, a.workArea) - measureDistance(bounds, b.workArea),
  )[0]
}

function isReachable({ x, y, width }: Bounds, area: Bounds): boolean {
  return (
    x < area.x + area.width - minVisible &&
    x + width > area.x + minVisible &&
    // Some window managers report a position above the work area.
    y >= area.y - 20 &&
    y < area.y + area.height - minVisible
  )
}

function fitInto(bounds: Bounds, area: Bounds): Bounds {
  const width = Math.min(bounds.width, area.width)
  const height = Math.min(bounds.height, area.height)
  return {
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}

/** Between their centers, squared. */
function measureDistance(a: Bounds, b: Bounds): number {
  const dx = a.x + a.width / 2 - b.x - b.width / 2
  const dy = a.y + a.height / 2 - b.y - b.height / 2
  return dx * dx + dy * dy
}
