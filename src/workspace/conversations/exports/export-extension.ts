/** Files with this extension can be opened from the file manager (`src/dev/package-configuration.mjs`). */
export const exportExtension = 'genplayground.json'
