// electron-builder's configuration for all platforms. `npm run dist` builds those of the machine's own.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from './command.mjs'
import { outFolder, root } from './paths.mjs'

/** The type of exported chats. */
export const exportType = {
  extension: 'genplayground.json',
  mimeType: 'application/vnd.gen-playground+json',
  name: 'Gen Playground export',
}

const resources = join(root, 'resources')
const hasCertificate = Boolean(process.env.CSC_LINK || process.env.CSC_NAME)

/** On Linux, the Debian package has it. @type {import('electron-builder').FileAssociation} */
const fileAssociations = {
  ...{ ext: exportType.extension, mimeType: exportType.mimeType, role: 'Viewer' },
  ...{ name: exportType.name, description: exportType.name },
}

/**
 * @param {Record<string, any>} manifest of the shipped application
 * @param {{ stageFolder: string, folder: string }} folders of what is shipped, and of the result
 * @returns {import('electron-builder').Configuration}
 */
export function toBuilderConfiguration(manifest, { stageFolder, folder }) {
  return {
    // Also in `src/main/main.ts`.
    appId: 'app.genplayground',
    productName: manifest.productName,
    copyright: `Copyright © ${manifest.author.replace(/ <.*/, '')}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder replaces them.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    directories: { app: stageFolder, output: folder, buildResources: resources },
    // The runtime is linked against glibc, whatever npm installs on this machine.
    files: ['**/*', '!**/*-musl/**', '!out/*/licenses.md', '!out/built-from.txt'],
    extraFiles: [
      { from: join(root, 'LICENSE'), to: 'LICENSE' },
      { from: join(outFolder, 'main', 'licenses.md'), to: 'LICENSES.main.md' },
      { from: join(outFolder, 'renderer', 'licenses.md'), to: 'LICENSES.renderer.md' },
    ],
    asar: true,
    asarUnpack: ['node_modules/**'],
    npmRebuild: false,
    afterPack: async ({ appOutDir, packager }) => {
      // The fallback runtime starts the sources by this link.
      await rm(join(appOutDir, 'resources', 'app'), { force: true })
      await writeUpdateConfiguration(packager.getResourcesDir(appOutDir), manifest.name)
    },
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      // Linux has no such check.
      ...(process.platform !== 'linux' && { enableEmbeddedAsarIntegrityValidation: true }),
    },
    // Its runtime needs no FUSE 2, which current distributions lack.
    toolsets: { appimage: '1.0.3' },
    linux: {
      mimeTypes: [exportType.mimeType],
      target: ['AppImage'],
      executableName: manifest.name,
      icon: join(resources, 'icons'),
      category: 'Development',
      synopsis: manifest.description,
      maintainer: manifest.author,
      executableArgs: [],
      syncDesktopName: true,
    },
    mac: {
      fileAssociations,
      target: [
        { target: 'dmg', arch: 'universal' },
        { target: 'zip', arch: 'universal' },
      ],
      icon: join(resources, 'icon.icns'),
      category: 'public.app-category.developer-tools',
      // Without a team's certificate, it would reject the application's own frameworks.
      hardenedRuntime: hasCertificate,
      entitlements: join(resources, 'entitlements.mac.plist'),
      entitlementsInherit: join(resources, 'entitlements.mac.plist'),
      extendInfo: {
        NSMicrophoneUsageDescription: 'Gen Playground records audio that you transcribe or attach.',
      },
      // The native modules of both processors are in both halves.
      x64ArchFiles: '**/node_modules/@libsql/darwin-*/**',
      // Macs with Apple silicon start only signed applications, even if the signature names no developer.
      ...(!hasCertificate && { identity: '-' }),
      // Needs an Apple ID or an API key in the environment.
      notarize: Boolean(process.env.APPLE_ID || process.env.APPLE_API_KEY),
    },
    win: {
      fileAssociations,
      target: ['nsis'],
      icon: join(resources, 'icon.ico'),
      executableName: manifest.productName,
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // People decide themselves what happens to their chats and images.
      deleteAppDataOnUninstall: false,
      license: join(root, 'LICENSE'),
    },
  }
}

/** electron-updater's configuration, if GEN_PLAYGROUND_UPDATE_URL is set. @param {string} folder @param {string} name */
export async function writeUpdateConfiguration(folder, name) {
  const url = process.env.GEN_PLAYGROUND_UPDATE_URL
  if (!url) return
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new UserError('GEN_PLAYGROUND_UPDATE_URL must start with https://.')
  // JSON is YAML, too.
  const configuration = { provider: 'generic', url, updaterCacheDirName: `${name}-updater` }
  await writeFile(join(folder, 'app-update.yml'), `${JSON.stringify(configuration, null, 2)}\n`)
}
