// A request of the log, to be changed and sent as a new one.
import { useState } from 'react'
import { findMarks, isRestorable } from '#shared/exchange/body-marks'
import { listHiddenHeaders, toReplay, toReplayHeaders } from '#shared/exchange/replay-request'
import type { Exchange } from '#shared/schemas/exchange'
import { ExchangeToSend } from '#shared/schemas/request-log'
import { Button } from '../components/Button'
import { CodeEditor } from '../components/CodeEditor'
import { Dialog } from '../components/Dialog'
import { Field } from '../components/Field'
import { findJsonError } from '../components/json-error'
import { Notice } from '../components/Notice'
import { TextArea, TextInput } from '../components/TextInput'
import { indentJson } from './indent-json'
import { cancelSending, type OpenSent, sendRequest, useSending } from './ReplayDialog'

interface EditRequestDialogProps {
  readonly exchange: Exchange
  /** A warning if a provider may bill it. */
  readonly warning: string | null
  readonly onClose: () => void
  readonly onSent?: OpenSent | undefined
}

export function EditRequestDialog({ exchange, warning, onClose, onSent }: EditRequestDialogProps) {
  const [path, setPath] = useState(() =>
    exchange.query === '' ? exchange.path : `${exchange.path}?${exchange.query}`,
  )
  const [headers, setHeaders] = useState(() => toHeaderLines(exchange))
  const [body, setBody] = useState(() => indentJson(exchange.requestBody))
  const { request, problems } = readRequest({ method: exchange.method, path, headers, body })
  const { problem } = toReplay(exchange)
  const hidden = listHiddenHeaders(exchange)
  const { isSending } = useSending()
  const send = () => {
    if (!request) return
    // Stays open if it can't be sent, so that the changes are not lost.
    sendRequest(request, onSent, onClose)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit request"
      size="large"
      actions={
        <>
          <Button onClick={isSending ? cancelSending : onClose}>
            {isSending ? 'Cancel request' : 'Cancel'}
          </Button>
          <Button variant="primary" disabled={!request || isSending} onClick={send}>
            {isSending ? 'Sending…' : 'Send request'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 overflow-y-auto px-5 pb-3">
        {problem && (
          <Notice tone="warn" title="The log doesn’t have the whole request">
            {problem} Check the parts below before you send it.
          </Notice>
        )}
        {warning && <Notice tone="warn" title={warning} />}
        <Field label={`${exchange.method} path`} error={problems.path}>
          {(attributes) => (
            <TextInput
              {...attributes}
              value={path}
              className="font-mono"
              onChange={({ target }) => setPath(target.value)}
            />
          )}
        </Field>
        <Field
          label="Headers"
          error={problems.headers}
          hint={
            hidden.length > 0
              ? `Not logged, so not sent: ${hidden.join(', ')}. The app adds its own key.`
              : 'The app adds its own key.'
          }
        >
          {(attributes) => (
            <TextArea
              {...attributes}
              value={headers}
              rows={3}
              className="font-mono"
              onChange={({ target }) => setHeaders(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1">
          <span className="font-medium text-soft text-sm">Body</span>
          <CodeEditor
            label="Body"
            value={body}
            language={body.startsWith('--') ? 'text' : 'json'}
            rows={[8, 24]}
            className="font-mono"
            onChange={setBody}
          />
          {problems.body && <p className="text-danger text-sm">{problems.body}</p>}
        </div>
      </div>
    </Dialog>
  )
}

function toHeaderLines(exchange: Exchange): string {
  return Object.entries(toReplayHeaders(exchange))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

interface Typed {
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly body: string
}

type Problems = Readonly<Partial<Record<'path' | 'headers' | 'body', string>>>

/** The request is undefined if it has problems that the gateway would not even log. */
export function readRequest({ method, path, headers, body }: Typed): {
  readonly request?: ExchangeToSend | undefined
  readonly problems: Problems
} {
  const lines = headers
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const pairs = lines.map((line) => /^([^:\s]+)\s*:\s*(.*)$/.exec(line))
  const fields = Object.fromEntries(
    pairs.flatMap((pair) => (pair ? [[pair[1]?.toLowerCase() ?? '', pair[2]]] : [])),
  )
  const isForm = fields['content-type']?.startsWith('multipart/') === true
  const parsed = ExchangeToSend.safeParse({
    method,
    path: path.trim(),
    headers: fields,
    // The editor has changed the line breaks between the parts of a form.
    body: isForm ? body.replace(/\r?\n/g, '\r\n') : body,
  })
  const issues = parsed.error?.issues.map(({ path: [field], message }) => [String(field), message]) ?? []
  const isJson = isForm || body.trim() === '' || findJsonError(body) === null
  const problems: Problems = {
    ...Object.fromEntries(issues),
    ...(pairs.includes(null)
      ? { headers: 'must have one header per line, such as accept: application/json' }
      : {}),
    ...(findMarks(body).some((mark) => !isRestorable(mark))
      ? {
          body: 'Replace each “<… characters of Base64>” without “SHA-256” with the Base64 of a file, or remove it.',
        }
      : {}),
  }
  const isSendable = parsed.success && Object.keys(problems).length === 0
  if (isSendable)
    return { request: parsed.data, problems: isJson ? {} : { body: 'The body isn’t valid JSON.' } }
  return { problems }
}
