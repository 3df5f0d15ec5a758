// Sets up the Gemini and OpenAI APIs: a pasted key is saved and tested at once.
import { KeyRound } from 'lucide-react'
import type { Settings } from '#shared/schemas/settings'
import { recheckUpstream } from '../../../connection/upstream-checks'
import { KeyForm } from '../KeyForm'
import { CheckSummary } from './CheckSummary'
import { Card } from './WelcomeCard'

export function KeyCard({ settings }: { readonly settings: Settings }) {
  const test = () => void recheckUpstream('vendor', settings)
  return (
    <Card
      icon={KeyRound}
      title="Use your API key"
      text="For Gemini, OpenAI, or both. A pasted key is tested at once, with one small request."
    >
      <KeyForm
        slot="gemini"
        purpose="Gemini API"
        label="Gemini API key"
        hint="Chat, images, video, and embeddings."
        onSaved={test}
      />
      <KeyForm
        slot="openai"
        purpose="OpenAI API"
        label="OpenAI API key"
        hint="Transcription."
        onSaved={test}
      />
      <CheckSummary upstream="vendor" choice={{ kind: 'vendor' }} settings={settings} />
    </Card>
  )
}
