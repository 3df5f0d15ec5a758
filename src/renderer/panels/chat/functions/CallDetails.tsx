// What a call says: its declaration's words, its id, its arguments.
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import { ArgumentCheck } from './ArgumentCheck'
import type { FunctionCall } from './function-results'
import { JsonPart } from './JsonPart'
import { isRecord } from './read-result'

export interface CallDetailsProps {
  readonly call: FunctionCall
  readonly declaration: FunctionDeclaration | undefined
  readonly place: string
}

export function CallDetails({ call, declaration, place }: CallDetailsProps) {
  const isMalformed = call.args !== undefined && !isRecord(call.args)
  return (
    <>
      {declaration?.description && (
        <p className="selectable text-soft text-sm [overflow-wrap:anywhere]">{declaration.description}</p>
      )}
      {!declaration && (
        <p className="text-soft text-sm">
          No function of this name was declared: the model has made it up, or the conversation comes from
          elsewhere. It can be answered all the same.
        </p>
      )}
      <JsonPart
        heading={isMalformed ? 'Arguments, which are no object' : 'Arguments'}
        label={`Arguments of ${call.name}`}
        value={call.args ?? {}}
        empty="It was called without arguments."
      />
      {declaration && <ArgumentCheck call={call} declaration={declaration} place={place} />}
      {call.id !== undefined && (
        <p className="truncate text-faint text-xs">
          Id <code className="selectable font-mono">{call.id}</code>
        </p>
      )}
    </>
  )
}
