// What the bundler replaces at build time.

interface ImportMeta {
  /** `DEV` is false in every build but that of `npm run dev`. */
  readonly env: { readonly DEV: boolean }
}
