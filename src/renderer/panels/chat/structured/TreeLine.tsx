// One row of a tree: a name and its value, or how much is folded in it.
import type { CSSProperties, Ref } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { describeFolded, type TreeRow } from './tree-rows'

interface TreeLineProps {
  readonly row: TreeRow
  readonly id: string
  readonly index: number
  readonly active: boolean
  /** What is wrong with it. */
  readonly mark: string | undefined
  readonly style: CSSProperties
  readonly onTurn: () => void
  readonly ref: Ref<HTMLDivElement>
}

const signs = { open: '▾', folded: '▸', leaf: '' } as const

export function TreeLine({ row, id, index, active, mark, style, onTurn, ref }: TreeLineProps) {
  const { name, depth, state, value } = row
  const isBranch = typeof value === 'object' && value !== null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus, and hears the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names the active row.
    <div
      ref={ref}
      id={id}
      role="treeitem"
      data-index={index}
      aria-level={depth + 1}
      aria-selected={active}
      aria-expanded={state === 'leaf' ? undefined : state === 'open'}
      title={mark}
      onClick={onTurn}
      style={{ ...style, paddingLeft: depth * 16 + 4 }}
      className={joinClasses(
        'absolute top-0 left-0 flex w-full gap-1 rounded-sm py-px pr-2',
        active && 'in-focus:bg-hover',
        mark !== undefined && 'bg-danger-wash shadow-[inset_2px_0_0_var(--danger)]',
      )}
    >
      <span aria-hidden="true" className="w-3 shrink-0 text-faint">
        {signs[state]}
      </span>
      <span className="min-w-0">
        {name !== null && <span className="json-label">{name}:</span>}
        {isBranch ? (
          <span className="text-faint">{state === 'open' ? '' : describeFolded(value)}</span>
        ) : (
          <span className={typeof value === 'string' ? 'json-string whitespace-pre-wrap' : 'json-word'}>
            {JSON.stringify(value)}
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
