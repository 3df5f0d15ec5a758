// How large a body may be, and how long an upstream may take.
import { type FormEvent, useState } from 'react'
import type { GatewayLimits } from '#shared/schemas/settings'
import { Button } from '../../kit/Button'
import { Field } from '../../kit/Field'
import { TextInput } from '../../kit/TextInput'
import { useUpdateSettings } from './use-update-settings'

const names = ['jsonMegabytes', 'audioMegabytes', 'upstreamSeconds'] as const

const labels: Readonly<Record<(typeof names)[number], { label: string; hint: string }>> = {
  jsonMegabytes: { label: 'Largest JSON body', hint: 'MB' },
  audioMegabytes: { label: 'Largest audio file', hint: 'MB' },
  upstreamSeconds: { label: 'Wait for an answer', hint: 'seconds' },
}

export function LimitsForm({ limits }: { limits: GatewayLimits }) {
  const [texts, setTexts] = useState(() => toTexts(limits))
  const { update, reset, pending, errors, failure } = useUpdateSettings(names.map((name) => `limits.${name}`))
  const isKept = names.every((name) => texts[name].trim() === String(limits[name]))
  const save = (event: FormEvent) => {
    event.preventDefault()
    update({ limits: toLimits(texts) })
  }
  return (
    <form aria-label="Limits" onSubmit={save} noValidate className="flex flex-col gap-2">
      <div className="grid grid-cols-3 gap-3">
        {names.map((name) => (
          <Field
            key={name}
            label={labels[name].label}
            hint={labels[name].hint}
            error={errors[`limits.${name}`]}
          >
            {(attributes) => (
              <TextInput
                {...attributes}
                inputMode="numeric"
                className="font-mono text-sm"
                value={texts[name]}
                onChange={(event) => {
                  setTexts({ ...texts, [name]: event.target.value })
                  reset()
                }}
              />
            )}
          </Field>
        ))}
      </div>
      {failure && <p className="text-danger text-sm">{failure}</p>}
      <Button type="submit" disabled={pending || isKept} className="self-start">
        Save limits
      </Button>
    </form>
  )
}

type Texts = Readonly<Record<(typeof names)[number], string>>

function toTexts({ jsonMegabytes, audioMegabytes, upstreamSeconds }: GatewayLimits): Texts {
  return {
    jsonMegabytes: String(jsonMegabytes),
    audioMegabytes: String(audioMegabytes),
    upstreamSeconds: String(upstreamSeconds),
  }
}

/** What is no number is told by the contract, in the words of the schema. */
function toLimits(texts: Texts): GatewayLimits {
  const read = (text: string) => (text.trim() ? Number(text) : Number.NaN)
  return {
    jsonMegabytes: read(texts.jsonMegabytes),
    audioMegabytes: read(texts.audioMegabytes),
    upstreamSeconds: read(texts.upstreamSeconds),
  }
}
