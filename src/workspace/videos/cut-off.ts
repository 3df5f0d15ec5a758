// What is told of a job that was sent, and whose operation is not known.

export function cutOff(reason: string): string {
  return `It was cut off before the service had named its operation, and may have been billed; it is not sent again by itself. ${reason}`.trim()
}
