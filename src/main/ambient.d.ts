// Constants that the bundler replaces at build time.

interface ImportMeta {
  /** `DEV` is true only in the build of `npm run dev`. */
  readonly env: { readonly DEV: boolean }
}
