// The microphone: opens it, reads its level, and describes why it is not available.

export interface Microphone {
  readonly stream: MediaStream
  /** The name of the device. */
  readonly label: string
  /** From 0, silence, to 1, full scale, in proportion to decibels. */
  readLevel(): number
  /** Called once if the device is disconnected. */
  onLost(act: () => void): void
  close(): void
}

/** `deviceId` is empty for the system's default. Rejects with a message for the user. */
export async function openMicrophone(deviceId: string): Promise<Microphone> {
  const audio = deviceId === '' ? true : { deviceId: { exact: deviceId } }
  const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw new Error(describeMicrophoneProblem(error, deviceId !== ''))
  })
  const context = new AudioContext()
  // Without this, a page without any click so far would record silence.
  void context.resume()
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    stream,
    label: stream.getAudioTracks()[0]?.label ?? '',
    readLevel() {
      analyser.getFloatTimeDomainData(samples)
      return toMeterLevel(samples)
    },
    onLost(act) {
      for (const track of stream.getTracks()) track.addEventListener('ended', act, { once: true })
    },
    close() {
      for (const track of stream.getTracks()) track.stop()
      void context.close()
    },
  }
}

/** The level is 0 below this. */
const minDecibels = -60

export function toMeterLevel(samples: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length))
  return Math.max(0, Math.min(1, 1 - decibels / minDecibels))
}

/** `isSelected`: not the system's default. */
function describeMicrophoneProblem(error: unknown, isSelected = false): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'Gen Playground doesn’t have access to the microphone. Allow it in your system’s privacy settings, then try again.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      if (isSelected)
        return 'The chosen microphone isn’t connected. Connect it, or choose another one under Recording in the inspector.'
      return 'No microphone found. Connect one, then try again.'
    case 'NotReadableError':
    case 'AbortError':
      return 'No sound from the microphone. Another app may be using it. Close that app, then try again.'
    default:
      return `Couldn’t open the microphone: ${error instanceof Error ? error.message : String(error)}`
  }
}
