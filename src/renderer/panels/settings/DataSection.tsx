// Where everything is kept.
import { toast } from 'sonner'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { describeError } from '../../api/describe-error'
import { desktop } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { Section } from '../../components/Section'
import { TextInput } from '../../components/TextInput'

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
