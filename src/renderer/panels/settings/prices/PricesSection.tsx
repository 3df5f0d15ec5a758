// Prices: the user's table with its currency, and its import and export.
import { CalendarPlus, Download, FileInput, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { type PriceEntry, type PriceTable, toPriceKey } from '#shared/schemas/prices'
import type { Settings } from '#shared/schemas/settings'
import { desktop } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { formatDate } from '../../../components/format'
import { HiddenFileInput } from '../../../components/HiddenFileInput'
import { IconButton } from '../../../components/IconButton'
import { SavedIndicator } from '../../../components/SavedIndicator'
import { useModelList } from '../../../models/model-list'
import { findNextPrice, listRates, summarizeRates } from '../../../models/prices'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { Section, SettingsTable, TextField } from '../FormParts'
import { useReturnedFocus } from '../focus'
import { Setting } from '../Setting'
import { discardDraft, saveWithUndo, useSettingsForm, writeField } from '../settings-form'
import { ImportDialog } from './ImportDialog'
import { PriceForm, providerNames, readToday } from './PriceForm'
import { type PriceFile, readPriceFile, writePriceFile } from './price-file'
import {
  emptyPrice,
  findOutdated,
  mergePrices,
  type PriceTexts,
  sortPrices,
  toPriceForm,
  toPriceTexts,
} from './price-form'

export function PricesSection({ settings }: { settings: Settings }) {
  const { models } = useModelList()
  const editedPrice = useSettingsView((view) => view.editedPrice)
  const isNew = editedPrice?.startsWith('+') === true
  const { prices } = settings
  const { entries } = prices
  return (
    <Section id="prices">
      {entries.length === 0 && (
        <div className="rounded-lg border border-line border-dashed px-4 py-3">
          <h3 className="font-medium">No prices yet</h3>
          <p className="text-soft">
            Prices differ by provider and change, so none come with the app. Enter those of your models, or
            import a price list in LiteLLM’s format. Until then, costs show as “–”.
          </p>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Setting id="currency" settings={settings}>
          <CurrencyForm prices={prices} />
        </Setting>
        <span className="ml-auto flex flex-wrap gap-2">
          <ImportButton settings={settings} models={models} />
          {entries.length > 0 && (
            <Button onClick={() => toastOutcome(exportPrices(prices), 'Couldn’t export the prices')}>
              <Download size={14} aria-hidden="true" />
              Export…
            </Button>
          )}
          <Button onClick={() => startPrice(null)}>
            <Plus size={14} aria-hidden="true" />
            Add price
          </Button>
        </span>
      </div>
      {isNew && <PriceForm key={editedPrice} settings={settings} models={models} />}
      <PriceList settings={settings} models={models} />
      {settings.upstream.kind === 'demo' && (
        <p className="text-faint text-sm">The built-in demo is free. Its responses have no cost.</p>
      )}
    </Section>
  )
}

const maxFileBytes = 50_000_000

interface ImportButtonProps {
  readonly settings: Settings
  readonly models: readonly ModelSummary[]
}

function ImportButton({ settings, models }: ImportButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<PriceFile | null>(null)
  const open = async (selected: File) => {
    if (selected.size > maxFileBytes) throw new Error('Choose a file of at most 50 MB.')
    setFile(readPriceFile(await selected.text()))
  }
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <FileInput size={14} aria-hidden="true" />
        Import prices…
      </Button>
      <HiddenFileInput
        ref={input}
        accept=".json,.csv,application/json,text/csv"
        label="Price file"
        onFiles={([selected]) =>
          selected && toastOutcome(open(selected), `Couldn’t import “${selected.name}”`)
        }
      />
      {file && (
        <ImportDialog file={file} prices={settings.prices} models={models} onClose={() => setFile(null)} />
      )}
    </>
  )
}

async function exportPrices(prices: PriceTable) {
  const { path } = await desktop.application.saveText({
    suggestedName: 'prices.json',
    text: writePriceFile(prices),
  })
  return toSaved(path, 'Exported')
}

function CurrencyForm({ prices }: { prices: PriceTable }) {
  const form = useSettingsForm({
    form: 'currency',
    saved: { currency: prices.currency },
    pathOf: () => 'prices.currency',
    findProblems: ({ currency }) => ({
      currency: Intl.supportedValuesOf('currency').includes(currency.trim().toUpperCase())
        ? undefined
        : 'must be a currency code, such as USD',
    }),
    toPatch: ({ currency }) => ({ prices: { ...prices, currency: currency.trim().toUpperCase() } }),
  })
  return (
    <form aria-label="Currency" onSubmit={form.submit} noValidate>
      <TextField
        label="Currency"
        className="max-w-20 font-mono text-sm uppercase"
        maxLength={3}
        {...form.field('currency')}
        actions={
          <>
            <Button type="submit" disabled={form.pending || !form.isChanged}>
              Save currency
            </Button>
            {form.isChanged && <span className="text-faint text-sm">Doesn’t convert prices.</span>}
            <SavedIndicator saved={form.isSaved && !form.isChanged} />
          </>
        }
      />
    </form>
  )
}

function PriceList({ settings, models }: ImportButtonProps) {
  const { entries } = settings.prices
  const outdated = findOutdated(entries, readToday())
  const unpriced = models.filter((model) =>
    (['vendor', 'service', 'openai'] as const).every((kind) => !findNextPrice(settings.prices, model, kind)),
  )
  return (
    <SettingsTable
      label="All prices"
      columns={[
        ['Valid from', 'w-28'],
        ['Price', 'w-[30%]'],
      ]}
      actions="w-22"
    >
      {sortPrices(entries).map((entry) => (
        <PriceRow
          key={toPriceKey(entry)}
          entry={entry}
          settings={settings}
          models={models}
          isOutdated={outdated.has(toPriceKey(entry))}
        />
      ))}
      {unpriced.map(({ id }) => (
        <tr key={id} className="text-faint hover:bg-hover/50">
          <th scope="row" className={`${cell} py-1.5 pl-3 text-left font-normal`}>
            <span className="selectable font-mono [overflow-wrap:anywhere]">{id}</span>
          </th>
          <td className={`${cell} px-2 py-1.5`}>–</td>
          <td className={`${cell} px-2 py-1.5`}>–</td>
          <td className={`${cell} py-1 pr-2`}>
            <span className="flex justify-end">
              <IconButton
                size="small"
                label={`Add price of ${id}`}
                icon={Plus}
                onClick={() => startPrice({ ...emptyPrice, model: id })}
              />
            </span>
          </td>
        </tr>
      ))}
    </SettingsTable>
  )
}

const cell = 'border-line border-t align-top'

interface PriceRowProps extends ImportButtonProps {
  readonly entry: PriceEntry
  readonly isOutdated: boolean
}

function PriceRow({ entry, settings, models, isOutdated }: PriceRowProps) {
  const { model, provider, from, rates } = entry
  const { currency } = settings.prices
  const key = toPriceKey(entry)
  const isEdited = useSettingsView((view) => view.editedPrice === key)
  const edit = useReturnedFocus('closedPrice', key)
  const isFuture = from !== null && from > readToday()
  const name = [model, from && `from ${formatDate(from)}`].filter(Boolean).join(' ')
  return (
    <>
      <tr className="hover:bg-hover/50">
        <th scope="row" className={`${cell} py-1.5 pl-3 text-left font-normal`}>
          <span className="selectable font-mono [overflow-wrap:anywhere]">{model}</span>
          {provider && <span className="block text-faint text-xs">{providerNames[provider]}</span>}
        </th>
        <td className={`${cell} px-2 py-1.5 text-soft`}>
          {from === null ? 'Always' : formatDate(from)}
          {isOutdated && <Badge>Replaced</Badge>}
          {isFuture && <Badge tone="accent">Not yet</Badge>}
        </td>
        <td className={`${cell} px-2 py-1.5 tabular-nums`} title={listRates(rates, currency).join('\n')}>
          {summarizeRates(rates, currency)}
        </td>
        <td className={`${cell} py-1 pr-2`}>
          <span className="flex justify-end">
            <IconButton
              size="small"
              label={`Add new price of ${name}`}
              icon={CalendarPlus}
              // The same price from today on, to be changed.
              onClick={() => startPrice({ ...toPriceTexts(entry), from: readToday() })}
            />
            <IconButton
              ref={edit}
              size="small"
              label={`Edit price of ${name}`}
              icon={Pencil}
              onClick={() => changeSettingsView({ editedPrice: key })}
            />
            <IconButton
              size="small"
              label={`Delete price of ${name}`}
              icon={Trash2}
              onClick={() => toastOutcome(deletePrice(entry))}
            />
          </span>
        </td>
      </tr>
      {isEdited && (
        <tr>
          <td colSpan={4} className="p-3 pt-1">
            <PriceForm settings={settings} models={models} saved={entry} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Opens the form for a new price: with these texts, or with those that were typed before. */
function startPrice(texts: PriceTexts | null): void {
  for (const [field, text] of Object.entries(texts ?? {})) writeField(toPriceForm(), field, text)
  changeSettingsView({ editedPrice: `+${texts?.model ?? ''}` })
}

/** With a toast that can undo it. */
async function deletePrice(entry: PriceEntry): Promise<void> {
  const key = toPriceKey(entry)
  await saveWithUndo(
    `Price of ${entry.model} deleted`,
    ({ prices }) => ({
      prices: { ...prices, entries: prices.entries.filter((each) => toPriceKey(each) !== key) },
    }),
    ({ prices }) => ({ prices: mergePrices(prices, [entry]) }),
  )
  discardDraft(toPriceForm(key))
}
