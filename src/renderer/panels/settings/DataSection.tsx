// Where everything is kept.
import { toast } from 'sonner'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { describeError } from '../../desktop/describe-error'
import { desktop } from '../../desktop/desktop'
import { Button } from '../../kit/Button'
import { Field } from '../../kit/Field'
import { Section } from '../../kit/Section'
import { TextInput } from '../../kit/TextInput'

export function DataSection({ status }: { status: ApplicationStatus }) {
  const reveal = () => {
    desktop.application.revealDataFolder().catch((error) => toast.error(describeError(error)))
  }
  return (
    <Section id="data" title="Data" description="Everything you make stays on this disk.">
      <Field label="Folder" hint={`Gen Playground ${status.version}`}>
        {(attributes) => (
          <div className="flex items-center gap-2">
            <TextInput {...attributes} readOnly value={status.dataFolder} className="font-mono text-sm" />
            <Button onClick={reveal}>Reveal</Button>
          </div>
        )}
      </Field>
    </Section>
  )
}
