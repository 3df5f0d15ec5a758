// Builds a Debian package of the packed application, with desktop entry, icons, MIME type and AppArmor profile.
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
// @ts-expect-error It has no types.
import debian from 'electron-installer-debian'
import { distFolder, root } from './paths.mjs'

/** The class lets further files into the package. @type {{ Installer: new (options: object) => any }} */
const { Installer } = debian

/** @type {Record<string, string>} */
const architectures = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }
const mimeType = 'application/vnd.gen-playground+json'

class DebianPackage extends Installer {
  get contentFunctions() {
    return [...super.contentFunctions, 'addFiles']
  }

  async addFiles() {
    const files = listFiles(this.options)
    for (const [path, { text, mode = 0o644 }] of Object.entries(files)) {
      const target = join(this.stagingDir, path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text)
      await chmod(target, mode)
    }
  }
}

/**
 * @param {string} folder the packed application
 * @param {Record<string, any>} manifest
 */
export async function buildDebianPackage(folder, manifest) {
  const installer = new DebianPackage({
    src: folder,
    dest: distFolder,
    arch: architectures[process.arch] ?? process.arch,
    bin: 'gen-playground',
    name: manifest.name,
    productName: manifest.productName,
    genericName: 'Generative AI playground',
    description: manifest.description,
    productDescription:
      'Chat, images, video, transcription, and embeddings with generative models,\nand a local gateway for your own code. A built-in demo works offline.',
    version: manifest.version,
    maintainer: manifest.author,
    homepage: manifest.homepage,
    section: 'devel',
    // Electron loads it to reach the keyring, so the library that links to it does not list it.
    depends: ['libsecret-1-0'],
    icon: { '512x512': join(root, 'resources', 'icon.png') },
    categories: ['Development', 'Utility'],
    mimeType: [mimeType],
    compression: 'xz',
    rename: (/** @type {string} */ dest) => join(dest, '<%= name %>_<%= version %>_<%= arch %>.deb'),
    logger: () => {},
  })
  await installer.generateDefaults()
  await installer.generateOptions()
  await installer.createStagingDir()
  await installer.createContents()
  await installer.createPackage()
  await installer.movePackage()
}

/**
 * Files beside those of the application, by path.
 * @param {Record<string, string>} options
 * @returns {Record<string, { text: string, mode?: number }>}
 */
function listFiles({ name, productName, description, version }) {
  const profile = `/etc/apparmor.d/${name}`
  return {
    [`usr/share/mime/packages/${name}.xml`]: {
      text: `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${mimeType}">
    <comment>${productName} export</comment>
    <sub-class-of type="application/json"/>
    <glob pattern="*.genplayground.json" weight="80"/>
  </mime-type>
</mime-info>
`,
    },
    [`usr/share/metainfo/${name}.metainfo.xml`]: {
      text: `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${name}</id>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <name>${productName}</name>
  <summary>${description}</summary>
  <description>
    <p>Chat, images, video, transcription, and embeddings with generative models, and a local gateway for your own code.</p>
  </description>
  <launchable type="desktop-id">${name}.desktop</launchable>
  <releases><release version="${version}"/></releases>
  <content_rating type="oars-1.1"/>
</component>
`,
    },
    // Ubuntu 24.04 allows user namespaces, which the sandbox needs, only to programs with a profile.
    [profile.slice(1)]: {
      text: `abi <abi/4.0>,
include <tunables/global>

profile ${name} /usr/lib/${name}/${name} flags=(unconfined) {
  userns,
  include if exists <local/${name}>
}
`,
    },
    'DEBIAN/conffiles': { text: `${profile}\n` },
    'DEBIAN/postinst': {
      mode: 0o755,
      text: `#!/bin/sh
set -e
# Systems without AppArmor 4 need no profile.
if [ "$1" = configure ] && command -v apparmor_parser >/dev/null 2>&1; then
  apparmor_parser --replace ${profile} 2>/dev/null || true
fi
`,
    },
    'DEBIAN/prerm': {
      mode: 0o755,
      text: `#!/bin/sh
set -e
if [ "$1" = remove ] && command -v apparmor_parser >/dev/null 2>&1; then
  apparmor_parser --remove ${profile} 2>/dev/null || true
fi
`,
    },
  }
}
