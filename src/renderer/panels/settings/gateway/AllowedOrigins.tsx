// The web pages that may call the gateway from a browser.
import { X } from 'lucide-react'
import { desktop } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { toastUndo } from '../../../state/undo'
import { TextField } from '../FormParts'
import { useSettingsForm, useUpdateSettings } from '../settings-form'

export function AllowedOrigins({ origins }: { origins: readonly string[] }) {
  const form = useSettingsForm({
    form: 'origin',
    saved: { origin: '' },
    pathOf: () => 'allowedOrigins',
    findProblems: ({ origin }) => ({
      origin: origin.trim() ? findOriginProblem(origin, origins) : undefined,
    }),
    toPatch: ({ origin }) => ({ allowedOrigins: [...origins, toOrigin(origin) ?? origin] }),
  })
  const { update, failure } = useUpdateSettings()
  const remove = (origin: string) => {
    const onSuccess = () => toastUndo(`${origin} removed`, () => restoreOrigin(origin))
    update({ allowedOrigins: origins.filter((each) => each !== origin) }, { onSuccess })
  }
  const field = form.field('origin')
  return (
    <form className="flex flex-col gap-2" onSubmit={form.submit} noValidate>
      <TextField
        label="Allowed origins"
        hint="Websites can’t call the gateway unless their origin is listed here. Scripts and SDKs don’t need this."
        placeholder="http://localhost:5173"
        className="font-mono text-sm"
        {...field}
        error={field.error ?? failure}
        actions={
          <Button type="submit" disabled={form.pending || !field.value.trim()}>
            Add origin
          </Button>
        }
      />
      {origins.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {origins.map((origin) => (
            <li key={origin} className="flex h-8 items-center justify-between pr-1 pl-3 font-mono text-sm">
              {origin}
              <IconButton size="small" label={`Remove ${origin}`} icon={X} onClick={() => remove(origin)} />
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}

/** Adds it to the list as it is then, which may have changed since. */
async function restoreOrigin(origin: string): Promise<void> {
  const { allowedOrigins } = await desktop.settings.read()
  const others = allowedOrigins.filter((each) => each !== origin)
  await desktop.settings.update({ allowedOrigins: [...others, origin] })
}

export function findOriginProblem(text: string, listed: readonly string[]): string | undefined {
  const origin = toOrigin(text)
  if (!origin) return 'must be an origin, such as http://localhost:5173'
  return listed.includes(origin) ? 'is already in the list' : undefined
}

/** Returns the value of a browser's `Origin` header; undefined if the text is not a web address. */
export function toOrigin(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text.trim())
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}
