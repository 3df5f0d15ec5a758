// Capitalizes labels of native dialogs as the system does: title case on macOS, sentence case elsewhere.

/** `label` is in sentence case. */
export function toDialogLabel(label: string, platform = process.platform): string {
  if (platform !== 'darwin') return label
  return label.replace(/ (?!in\b)\w/g, (start) => start.toUpperCase())
}
