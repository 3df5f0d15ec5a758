// An answer's JSON as a tree; only the rows in view are rendered, and violations of the schema are marked.

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { writeExactJson } from '#shared/wire/exact-json'
import { formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { toRowHeight } from '../../../components/row-height'
import { formatJsonPath, type Steps } from '../../../json-editor/json-locations'

interface AnswerTreeProps {
  readonly value: unknown
  /** Violations of the schema, by path. */
  readonly marks: ReadonlyMap<string, string>
  /** The path to expand and scroll into view; repeated for each new object. */
  readonly shown: { readonly steps: Steps } | null
}

export function AnswerTree({ value, marks, shown }: AnswerTreeProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [active, setActive] = useState('$')
  const rows = useMemo(() => toTreeRows(value, toggled), [value, toggled])
  const activeIndex = Math.max(
    rows.findIndex(({ path }) => path === active),
    0,
  )
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.path ?? index,
    estimateSize: () => toRowHeight(20),
    overscan: 16,
  })
  const isShown = shown !== null && formatJsonPath(shown.steps) === active
  const toggle = (path: string, open: boolean) => setToggled((before) => new Map(before).set(path, open))
  useEffect(() => {
    if (!shown) return
    const opened = listAncestors(shown.steps).map((path) => [path, true] as const)
    setToggled((before) => new Map([...before, ...opened]))
    setActive(formatJsonPath(shown.steps))
  }, [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that appear above it do not scroll the view.
  useEffect(() => list.scrollToIndex(activeIndex, { align: isShown ? 'center' : 'auto' }), [active, shown])
  const pressKey = (event: KeyboardEvent) => {
    const move = toTreeKeyMove(event.key, rows, activeIndex)
    if (!move) return
    event.preventDefault()
    const row = rows[move.to]
    if (row && move.open !== undefined) toggle(row.path, move.open)
    if (row) setActive(row.path)
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Response as tree"
      tabIndex={0}
      aria-activedescendant={`${id}-${activeIndex}`}
      onKeyDown={pressKey}
      className="json-tree selectable font-mono max-h-[min(420px,50vh)] overflow-y-auto rounded-md px-1 py-2 focus-visible:outline-offset-[-2px]"
    >
      <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row && (
              <TreeLine
                key={key}
                row={row}
                active={index === activeIndex}
                mark={marks.get(row.path)}
                ref={list.measureElement}
                id={`${id}-${index}`}
                data-index={index}
                style={{ transform: `translateY(${start}px)`, paddingLeft: row.depth * 16 + 4 }}
                onClick={() => {
                  setActive(row.path)
                  if (row.state !== 'leaf') toggle(row.path, row.state === 'collapsed')
                }}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface TreeLineProps extends ComponentProps<'div'> {
  readonly row: TreeRow
  readonly active: boolean
  /** How the value violates the schema. */
  readonly mark: string | undefined
}

const indicators = { open: '▾', collapsed: '▸', leaf: '' } as const

/** A name with its value, or with the number of its items if it is collapsed. */
function TreeLine({ row, active, mark, ...props }: TreeLineProps) {
  const { name, depth, state, value } = row
  const isBranch = typeof value === 'object' && value !== null
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the active row's id.
    <div
      {...props}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={active}
      aria-expanded={state === 'leaf' ? undefined : state === 'open'}
      title={mark}
      className={joinClasses(
        'absolute top-0 left-0 flex w-full gap-1 rounded-sm py-px pr-2',
        active && 'in-focus:bg-hover',
        mark !== undefined && 'bg-danger-wash shadow-[inset_2px_0_0_var(--danger)]',
      )}
    >
      <span aria-hidden="true" className="w-3 shrink-0 text-faint">
        {indicators[state]}
      </span>
      <span className="min-w-0">
        {name !== null && <span className="json-label">{name}:</span>}
        {isBranch ? (
          <span className="text-faint">{state === 'open' ? '' : describeCollapsed(value)}</span>
        ) : (
          <span className={typeof value === 'string' ? 'json-string whitespace-pre-wrap' : 'json-word'}>
            {writeExactJson(value)}
          </span>
        )}
        {name === null && isBranch && state === 'open' && (
          <span className="text-faint">{Array.isArray(value) ? 'array' : 'object'}</span>
        )}
        {mark !== undefined && <span className="ml-2 font-sans text-danger">{mark}</span>}
      </span>
    </div>
  )
}

interface TreeRow {
  /** `$.items[0]`. */
  readonly path: string
  readonly depth: number
  /** Null for the root. */
  readonly name: string | number | null
  readonly value: unknown
  readonly state: 'open' | 'collapsed' | 'leaf'
}

/** Levels that are initially expanded. */
const initialDepth = 3

/** `toggled`: by path, whether the user has expanded (true) or collapsed it. */
export function toTreeRows(value: unknown, toggled: ReadonlyMap<string, boolean>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (at: Pick<TreeRow, 'path' | 'depth' | 'name' | 'value'>) => {
    const branches = listBranches(at.value)
    const isOpen = branches.length > 0 && (toggled.get(at.path) ?? at.depth < initialDepth)
    rows.push({ ...at, state: branches.length === 0 ? 'leaf' : isOpen ? 'open' : 'collapsed' })
    if (!isOpen) return
    for (const [name, inner] of branches) {
      const path = at.path + formatJsonPath([name]).slice(1)
      add({ path, depth: at.depth + 1, name, value: inner })
    }
  }
  add({ path: '$', depth: 0, name: null, value })
  return rows
}

/** The steps as far as they exist in the value: a missing property is shown at its nearest ancestor. */
export function followSteps(value: unknown, steps: Steps): Steps {
  let inner = value
  for (const [index, step] of steps.entries()) {
    const branches = new Map(listBranches(inner))
    if (!branches.has(step)) return steps.slice(0, index)
    inner = branches.get(step)
  }
  return steps
}

/** The paths that must be expanded to show the target of the steps. */
export function listAncestors(steps: Steps): string[] {
  return steps.map((_, index) => formatJsonPath(steps.slice(0, index)))
}

/** The text for a collapsed or empty value. */
function describeCollapsed(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[ ${formatPlural(value.length, 'item')} ]`
  }
  const count = Object.keys(value ?? {}).length
  return count === 0 ? '{}' : `{ ${formatPlural(count, 'property', 'properties')} }`
}

function listBranches(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The ARIA tree view pattern. Returns null if the key has no effect. */
export function toTreeKeyMove(
  key: string,
  rows: readonly TreeRow[],
  active: number,
): { to: number; open?: boolean } | null {
  const row = rows[active]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(active + 1, rows.length - 1) }
    case 'ArrowUp':
      return { to: Math.max(active - 1, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'ArrowRight':
      if (row.state === 'open') return { to: active + 1 }
      return row.state === 'collapsed' ? { to: active, open: true } : null
    case 'ArrowLeft':
      return row.state === 'open' ? { to: active, open: false } : { to: findParent(rows, active) }
    case 'Enter':
    case ' ':
      return row.state === 'leaf' ? null : { to: active, open: row.state === 'collapsed' }
    default:
      return null
  }
}

function findParent(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above
  return index
}
