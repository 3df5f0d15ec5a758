// Offers the OpenAI-compatible servers that run on this computer, such as Ollama.
import { Cpu } from 'lucide-react'
import type { DetectedServer } from '#shared/desktop/models-contract'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { openSamples } from '../../../state/navigation'
import { openSettings } from '../../../state/settings-view'
import { DetectedServers } from '../upstream/DetectedServers'
import { newProfile } from '../upstream/profiles'
import { saveDetected } from '../upstream/servers'
import { Card } from './WelcomeCard'

export function LocalCard() {
  return (
    <Card
      icon={Cpu}
      title="Use local models"
      text="From Ollama, LM Studio, llama.cpp, vLLM, and other OpenAI-compatible servers."
    >
      <DetectedServers isAutomatic actionLabel="Use" onChoose={(found) => toastOutcome(startWith(found))}>
        <Button variant="quiet" onClick={addServer}>
          Add server
        </Button>
      </DetectedServers>
    </Card>
  )
}

/** The key of a server that needs one is entered in Settings first, unless it is saved. */
async function startWith(found: DetectedServer): Promise<void> {
  const id = await saveDetected(found, true)
  const needsKey = found.needsKey && !(await desktop.keys.status({ slot: id })).usable
  if (needsKey) openSettings('upstream', { openProfiles: [id], addedProfile: id })
  else openSamples('chat')
}

function addServer() {
  openSettings('upstream', { pendingKind: 'openai', openProfiles: [newProfile.openai] })
}
