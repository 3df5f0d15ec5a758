// The monthly budget: how much of it is spent, and the dialog that sets it. It only warns.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { isBudgetSpent } from '#shared/prices/cost'
import { type BudgetSettings, defaultBudget } from '#shared/schemas/request-log'
import { describeError, readFieldErrors } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { TextInput } from '../../../components/TextInput'
import { formatBudget } from '../../../models/prices'
import { showGatewayTab, useGatewayTab } from '../gateway-tab'

/** How often the cost of the month is read again while it is shown. */
const refetchMs = 5_000

function useBudget() {
  return useQuery(queries.usage.budget.queryOptions({ refetchInterval: refetchMs, staleTime: 0 }))
}

export function Budget({ currency }: { currency: string }) {
  const { data: status } = useBudget()
  const [isEditing, setIsEditing] = useState(false)
  const unknown = status?.cost.unknown.reduce((sum, { requests }) => sum + requests, 0) ?? 0
  return (
    <section aria-label="Monthly budget" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {status && (
        <>
          <span className="font-medium">Monthly budget</span>
          <ProgressBar
            label="Monthly budget spent"
            percent={Math.min(100, status.percent)}
            className="h-1.5 w-32"
          />
          <span
            className={joinClasses(
              'selectable tabular-nums',
              isBudgetSpent(status) ? 'text-danger' : status.percent >= status.warnAt && 'text-warn',
            )}
          >
            {formatBudget(status)}
          </span>
        </>
      )}
      <Button size="small" onClick={() => setIsEditing(true)}>
        {status ? 'Edit budget…' : 'Set monthly budget…'}
      </Button>
      {status && (
        <p className="text-faint">
          Warns at {status.warnAt}% and 100%. Requests aren’t blocked.
          {unknown > 0 && ` ${formatPlural(unknown, 'request')} of unknown cost not included.`}
        </p>
      )}
      {isEditing && <BudgetDialog currency={currency} onClose={() => setIsEditing(false)} />}
    </section>
  )
}

/** Above all tabs of the panel, once the budget is spent. */
export function BudgetNotice() {
  const { data: status } = useBudget()
  const { tab } = useGatewayTab()
  if (!status || !isBudgetSpent(status)) return null
  return (
    <div className="px-4 pt-2">
      <Notice
        tone="warn"
        title={`The monthly budget is spent: ${formatBudget(status)}. Requests aren’t blocked.`}
        actions={
          tab !== 'usage' && (
            <Button size="small" onClick={() => showGatewayTab('usage')}>
              Show usage
            </Button>
          )
        }
      />
    </div>
  )
}

/** NaN if it is not a number, so that the settings reject it. */
function toAmount(text: string): number {
  return text.trim() ? Number(text.trim().replace(',', '.')) : Number.NaN
}

function BudgetDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { data: saved = defaultBudget } = useQuery(
    queries.settings.read.queryOptions({ select: ({ budget }) => budget }),
  )
  const [amount, setAmount] = useState(saved.amount === null ? '' : String(saved.amount))
  const [warnAt, setWarnAt] = useState(String(saved.warnAt))
  const form = useId()
  const { mutate, error, isPending } = useMutation(
    queries.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queryClient.setQueryData(queries.settings.read.queryKey(), settings)
        void queryClient.invalidateQueries({ queryKey: queries.usage.budget.key() })
        onClose()
      },
    }),
  )
  const errors = readFieldErrors(error)
  const save = (budget: BudgetSettings) => mutate({ budget })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ amount: toAmount(amount), warnAt: toAmount(warnAt) })
  }
  const fieldErrors = [errors['budget.amount'], errors['budget.warnAt']]
  return (
    <Dialog
      open
      onClose={onClose}
      title="Monthly budget"
      description="Get a warning when the known costs of a month reach part of the amount, and all of it. Requests aren’t blocked."
      actions={
        <>
          {saved.amount !== null && (
            <Button
              variant="danger"
              className="mr-auto"
              disabled={isPending}
              onClick={() => save({ ...saved, amount: null })}
            >
              Remove budget
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={isPending}>
            Save budget
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-wrap gap-4 px-5 pb-2">
        <div className="w-44">
          <Field label={`Amount in ${currency}`} error={fieldErrors[0]}>
            {(attributes) => (
              <TextInput
                {...attributes}
                data-first-focus=""
                inputMode="decimal"
                value={amount}
                onChange={({ target }) => setAmount(target.value)}
              />
            )}
          </Field>
        </div>
        <div className="w-44">
          <Field label="First warning in percent" error={fieldErrors[1]}>
            {(attributes) => (
              <TextInput
                {...attributes}
                inputMode="numeric"
                value={warnAt}
                onChange={({ target }) => setWarnAt(target.value)}
              />
            )}
          </Field>
        </div>
        {error && !fieldErrors.some(Boolean) && <Notice tone="danger" title={describeError(error)} />}
      </form>
    </Dialog>
  )
}
