// Settings that end an answer: the maximum number of tokens, and stop sequences.
import type { FormEvent } from 'react'
import { findModel } from '#shared/models/catalog'
import { Button } from '../../../components/Button'
import { Chips } from '../../../components/Chips'
import { Field } from '../../../components/Field'
import { rules } from '../../../components/read-parameter'
import { TextInput } from '../../../components/TextInput'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { ParameterNumber } from './ParameterNumber'
import { useEditedParameters } from './use-edited-parameters'

export function OutputSection() {
  const { parameters } = useEditedParameters()
  const limit = findModel(parameters.model)?.outputTokenLimit ?? 65_536
  return (
    <>
      <ParameterNumber
        name="maxOutputTokens"
        rule={rules.maxOutputTokens}
        hint="Thinking tokens count toward the limit."
        slider={{ min: 256, max: limit, step: 256, unsetPosition: limit }}
      />
      <StopSequences />
    </>
  )
}

function StopSequences() {
  const { parameters, change, scope } = useEditedParameters()
  const key = `${scope}/stopSequence`
  const text = useDrafts(({ texts }) => texts[key]) ?? ''
  const sequences = parameters.stopSequences ?? []
  const typed = parseStopSequence(text, sequences)
  const error = text === '' ? undefined : typed.error
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed.error !== undefined) return
    change({ stopSequences: [...sequences, typed.sequence] })
    clearInputs(key)
  }
  const remove = (index: number) => {
    const rest = sequences.filter((_, each) => each !== index)
    change({ stopSequences: rest.length > 0 ? rest : undefined })
  }
  const isFull = sequences.length >= maxStopSequences
  return (
    <form onSubmit={add}>
      <Field label="Stop sequences" hint={stopHint} error={error}>
        {(attributes) => (
          <>
            <Chips label="Stop sequences" texts={sequences.map(formatStopSequence)} onRemove={remove} />
            <div className="flex gap-1">
              <TextInput
                {...attributes}
                value={text}
                placeholder={isFull ? 'Limit of 5 reached' : 'END'}
                disabled={isFull && text === ''}
                className="h-7! font-mono text-sm"
                onChange={(event) => saveInput(key, event.target.value)}
              />
              <Button type="submit" size="small" className="h-7" disabled={typed.error !== undefined}>
                Add
              </Button>
            </div>
          </>
        )}
      </Field>
    </form>
  )
}

const maxStopSequences = 5
const stopHint = 'The response ends before any of these. Use \\n for a line break, \\t for a tab.'

const escaped: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }
const unescaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

export function formatStopSequence(sequence: string): string {
  return sequence.replace(/[\n\r\t\\]/g, (character) => escaped[character] ?? character)
}

type ParsedStopSequence =
  | { readonly sequence: string; readonly error?: undefined }
  | { readonly error: string }

/** Spaces count; an unknown escape is not changed. */
export function parseStopSequence(text: string, others: readonly string[]): ParsedStopSequence {
  const sequence = text.replace(/\\([nrt\\])/g, (_, character: string) => unescaped[character] ?? character)
  if (sequence === '') return { error: 'is required' }
  if (others.includes(sequence)) return { error: 'is already in the list' }
  if (others.length >= maxStopSequences) return { error: `limit of ${maxStopSequences} reached` }
  return { sequence }
}
