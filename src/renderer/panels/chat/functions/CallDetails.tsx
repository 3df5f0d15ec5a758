// One function call: its name, description, arguments and id.
import { useQuery } from '@tanstack/react-query'
import { Braces, ListTree, SquareFunction } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import { readVerdict } from '#shared/schemas/json-problem'
import { writeExactJson } from '#shared/wire/exact-json'
import { isObject } from '#shared/wire/json-objects'
import { desktop } from '../../../api/desktop'
import { Badge } from '../../../components/Badge'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { JsonTree } from '../../../json-editor/JsonTree'
import type { FunctionCall } from './function-results'

export interface CallProps {
  readonly turn: Turn
  readonly call: FunctionCall
  /** Index of the call in its turn. */
  readonly index: number
}

/** `children`: shown below the call, such as its result. */
export function CallCard({ children, ...props }: CallProps & { readonly children: ReactNode }) {
  return (
    <article
      aria-label={`Call to ${props.call.name}`}
      className="flex flex-col gap-2 rounded-lg border border-line bg-canvas px-3 py-2"
    >
      <CallHead {...props} />
      <CallDetails {...props} />
      {children}
    </article>
  )
}

export function CallHead({ turn, call, children }: CallProps & { readonly children?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <SquareFunction size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span title={call.name} className="selectable min-w-0 truncate font-medium font-mono text-ink text-sm">
        {call.name || 'Unnamed function'}
      </span>
      {!findDeclaration(turn, call) && <Badge tone="warn">Undeclared</Badge>}
      {children}
    </span>
  )
}

function findDeclaration({ parameters }: Turn, { name }: FunctionCall): FunctionDeclaration | undefined {
  return parameters?.functions?.declarations.find((declaration) => declaration.name === name)
}

export function CallDetails({ turn, call, index }: CallProps) {
  const declaration = findDeclaration(turn, call)
  const isMalformed = call.args !== undefined && !isObject(call.args)
  return (
    <>
      {declaration?.description && (
        <p className="selectable text-soft text-sm [overflow-wrap:anywhere]">{declaration.description}</p>
      )}
      {!declaration && (
        <p className="text-soft text-sm">
          This function isn’t declared. The model invented it, or the chat was imported. You can still send a
          result.
        </p>
      )}
      <JsonPart
        heading={isMalformed ? 'Arguments (not an object)' : 'Arguments'}
        label={`Arguments of ${call.name}`}
        value={call.args ?? {}}
        empty="No arguments"
      />
      {declaration && <ArgumentCheck turn={turn} call={call} index={index} declaration={declaration} />}
      {call.id !== undefined && (
        <p className="truncate text-faint text-xs">
          ID <code className="selectable font-mono">{call.id}</code>
        </p>
      )}
    </>
  )
}

interface ArgumentCheckProps extends CallProps {
  readonly declaration: FunctionDeclaration
}

/** Validates the arguments against their declaration; usually they match, and this renders nothing. */
function ArgumentCheck({ turn, call, index, declaration }: ArgumentCheckProps) {
  const schema = declaration.parameters ?? declaration.parametersJsonSchema
  const { data: problems = [] } = useQuery({
    queryKey: ['arguments', turn.id, index, schema, call.args],
    queryFn: ({ signal }) =>
      desktop.schemas.validate({ schema, text: writeExactJson(call.args ?? {}) }, { signal }),
    enabled: isObject(schema),
  })
  const verdict = readVerdict(problems)
  if (verdict.kind === 'matches') return null
  if (verdict.kind === 'unchecked') return <p className="text-soft text-sm">{verdict.reason}</p>
  return (
    <div className="rounded-md bg-warn-wash px-2 py-1 text-sm">
      <p className="font-medium text-warn">Arguments don’t match the declaration</p>
      <ul className="selectable">
        {verdict.problems.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="[overflow-wrap:anywhere]">
            <code className="font-mono text-xs">{path}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface JsonPartProps {
  /** Such as `Arguments of get_weather`. */
  readonly label: string
  readonly heading: string
  readonly value: unknown
  /** Shown instead of an empty object. */
  readonly empty: string
}

/** A JSON value as a tree, or raw. */
export function JsonPart({ label, heading, value, empty }: JsonPartProps) {
  const [raw, setRaw] = useState(false)
  const isTree = typeof value === 'object' && value !== null
  const isEmpty = isTree && Object.keys(value).length === 0
  const text = () => writeExactJson(value, 2)
  const object = label.charAt(0).toLowerCase() + label.slice(1)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-6 items-center justify-between">
        <p className="font-medium text-faint text-xs">{heading}</p>
        {!isEmpty && (
          <span className="flex">
            {isTree && (
              <IconButton
                size="small"
                label={raw ? `Show ${object} as tree` : `Show ${object} as raw JSON`}
                icon={raw ? ListTree : Braces}
                onClick={() => setRaw(!raw)}
              />
            )}
            <CopyButton label={`Copy ${object}`} text={text} />
          </span>
        )}
      </div>
      {isEmpty && <p className="text-faint text-sm">{empty}</p>}
      {isTree && !isEmpty && !raw && <JsonTree label={label} value={value} depth={2} />}
      {(!isTree || (raw && !isEmpty)) && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
          tabIndex={0}
          className="selectable max-h-80 overflow-auto whitespace-pre-wrap font-mono text-sm leading-[calc(18px*var(--line-growth))] [overflow-wrap:anywhere]"
        >
          {text()}
        </pre>
      )}
    </div>
  )
}
