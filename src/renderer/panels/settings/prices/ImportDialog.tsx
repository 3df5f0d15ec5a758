// Imports prices from a file: which of its models, and from which date on.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { maxPrices, type PriceEntry, type PriceTable, toPriceKey } from '#shared/schemas/prices'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { RadioCards } from '../../../components/RadioCards'
import { summarizeRates } from '../../../models/prices'
import { TextField } from '../FormParts'
import { saveWithUndo } from '../settings-form'
import type { PriceFile } from './price-file'
import { findKind, mergePrices } from './price-form'

interface ImportDialogProps {
  readonly file: PriceFile
  readonly prices: PriceTable
  readonly models: readonly ModelSummary[]
  readonly onClose: () => void
}

export function ImportDialog({ file, prices, models, onClose }: ImportDialogProps) {
  const yours = file.entries.filter(({ model }) => findKind(models, model) !== null)
  const [scope, setScope] = useState<'yours' | 'all'>(file.isExport || yours.length === 0 ? 'all' : 'yours')
  const [from, setFrom] = useState('')
  const selected = (scope === 'yours' ? yours : file.entries).map((entry) =>
    file.isExport || from === '' ? entry : { ...entry, from },
  )
  const problem = findProblem(file, prices, selected)
  const run = useMutation({
    mutationFn: () => importPrices(selected, file.currency, prices),
    onSuccess: onClose,
  })
  const count = formatPlural(selected.length, 'price')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import prices"
      description={`The file has ${formatPlural(file.entries.length, 'price')} in ${file.currency}. They replace prices of the same model and date.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={problem !== null || run.isPending} onClick={() => run.mutate()}>
            {`Import ${count}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-1">
        {!file.isExport && yours.length > 0 && yours.length < file.entries.length && (
          <RadioCards
            label="Models"
            value={scope}
            choices={[
              { value: 'yours', label: `Your models (${yours.length})` },
              { value: 'all', label: `All in the file (${file.entries.length})` },
            ]}
            onChange={setScope}
          />
        )}
        {!file.isExport && (
          <TextField
            label="Valid from"
            type="date"
            max="9999-12-31"
            hint="Leave empty if they have always been valid. Earlier requests keep the earlier prices."
            value={from}
            onChange={setFrom}
          />
        )}
        <ul
          aria-label="Prices to import"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
          tabIndex={0}
          className="max-h-[min(160px,16vh)] overflow-y-auto rounded-lg border border-line text-sm"
        >
          {selected.slice(0, maxPrices).map((entry) => (
            <li
              key={toPriceKey(entry)}
              className="flex flex-wrap justify-between gap-x-4 px-3 py-1 not-first:border-line not-first:border-t"
            >
              <span className="font-mono [overflow-wrap:anywhere]">{entry.model}</span>
              <span className="text-soft tabular-nums">{summarizeRates(entry.rates, file.currency)}</span>
            </li>
          ))}
        </ul>
        {problem && <Notice tone="warn" title={problem} />}
        {run.error && <Notice tone="danger" title={describeError(run.error)} />}
      </div>
    </Dialog>
  )
}

/** Why these prices cannot be imported. */
function findProblem(file: PriceFile, prices: PriceTable, selected: readonly PriceEntry[]): string | null {
  if (prices.entries.length > 0 && prices.currency !== file.currency)
    return `Your prices are in ${prices.currency}, and this file’s are in ${file.currency}. Change your currency or delete your prices first.`
  const { entries } = mergePrices(prices, selected)
  return entries.length > maxPrices ? `The table can have at most ${maxPrices} prices. Choose fewer.` : null
}

/** With a toast that can undo it. */
async function importPrices(selected: readonly PriceEntry[], currency: string, before: PriceTable) {
  const imported = new Set(selected.map(toPriceKey))
  const isImported = (entry: PriceEntry) => imported.has(toPriceKey(entry))
  await saveWithUndo(
    `${formatPlural(selected.length, 'price')} imported`,
    ({ prices }) => ({ prices: mergePrices({ ...prices, currency }, selected) }),
    ({ prices }) => {
      const others = prices.entries.filter((entry) => !isImported(entry))
      return { prices: mergePrices({ ...prices, entries: others }, before.entries.filter(isImported)) }
    },
  )
}
