// The name of a called function, with what is worth knowing about the call.
import { SquareFunction } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../components/Badge'
import type { FunctionCall } from './function-results'

interface CallHeadProps {
  readonly call: FunctionCall
  readonly isDeclared: boolean
  readonly children?: ReactNode
}

export function CallHead({ call, isDeclared, children }: CallHeadProps) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <SquareFunction size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span title={call.name} className="selectable min-w-0 truncate font-medium font-mono text-ink text-sm">
        {call.name || 'A function without a name'}
      </span>
      {!isDeclared && <Badge tone="warn">Not declared</Badge>}
      {children}
    </span>
  )
}
