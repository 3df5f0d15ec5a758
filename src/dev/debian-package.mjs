// Builds a Debian package of the packed application, with desktop entry, icons, MIME type and AppArmor profile.
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
// @ts-expect-error It has no types.
import debian from 'electron-installer-debian'
import { exportType } from './package-configuration.mjs'
import { root } from './paths.mjs'

/** The class lets further files into the package. @type {{ Installer: new (options: object) => any }} */
const { Installer } = debian

const summary =
  'Chat, images, video, transcription, and embeddings with generative models, and a local gateway for your own code.'

/** @type {Record<string, string>} */
const architectures = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }

class DebianPackage extends Installer {
  get contentFunctions() {
    return [...super.contentFunctions, 'addFiles']
  }

  /** Also replaces the desktop entry of the base class, which has no keywords and no window class. */
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
 * @param {import('./pack-application.mjs').Packed & { target: string, compression?: 'xz' | 'none' }} options the packed
 * application, and the folder for the package
 * @returns {Promise<string>} the package's path
 */
export async function buildDebianPackage({ folder, manifest, target, compression = 'xz' }) {
  const arch = architectures[process.arch] ?? process.arch
  const icons = join(root, 'resources', 'icons')
  const sizes = (await readdir(icons)).map((file) => [file.replace('.png', ''), join(icons, file)])
  const { name, productName, version, description, homepage, author } = manifest
  const path = join(target, `${name}_${version}_${arch}.deb`)
  const installer = new DebianPackage({
    ...{ src: folder, dest: target, arch, bin: name, name, productName, version, description, homepage },
    productDescription: `${summary.replace('models, and', 'models,\nand')} A built-in demo works offline.`,
    maintainer: author,
    section: 'devel',
    // Electron loads it to reach the keyring, so the library that links to it does not list it.
    depends: ['libsecret-1-0'],
    icon: { ...Object.fromEntries(sizes), scalable: join(root, 'resources', 'icon.svg') },
    compression,
    rename: () => path,
    logger: () => {},
  })
  await installer.generateDefaults()
  await installer.generateOptions()
  await installer.createStagingDir()
  await installer.createContents()
  await installer.createPackage()
  await installer.movePackage()
  return path
}

/**
 * Files beside those of the application, by path.
 * @param {{ name: string, productName: string, description: string, version: string }} options
 * @returns {Record<string, { text: string, mode?: number }>}
 */
function listFiles({ name, productName, description, version }) {
  const profile = `/etc/apparmor.d/${name}`
  return {
    [`usr/share/applications/${name}.desktop`]: {
      text: `[Desktop Entry]
Type=Application
Name=${productName}
GenericName=Generative AI Playground
Comment=${description}
Keywords=AI;LLM;chat;image;video;transcription;embedding;Gemini;OpenAI;
Exec=/usr/bin/${name} %F
Icon=${name}
StartupNotify=true
StartupWMClass=${productName}
Categories=Development;Utility;
MimeType=${exportType.mimeType};
`,
    },
    [`usr/share/mime/packages/${name}.xml`]: {
      text: `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${exportType.mimeType}">
    <comment>${exportType.name}</comment>
    <sub-class-of type="application/json"/>
    <glob pattern="*.${exportType.extension}" weight="80"/>
  </mime-type>
</mime-info>
`,
    },
    [`usr/share/metainfo/${name}.metainfo.xml`]: {
      text: `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>app.genplayground.${name.replaceAll('-', '_')}</id>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <name>${productName}</name>
  <summary>${description.replace(/\.$/, '')}</summary>
  <description>
    <p>${summary}</p>
    <p>A built-in demo covers every feature offline. API keys stay in the keyring of your desktop.</p>
  </description>
  <developer id="app.genplayground">
    <name>Gen Playground developers</name>
  </developer>
  <launchable type="desktop-id">${name}.desktop</launchable>
  <provides>
    <binary>${name}</binary>
    <mediatype>${exportType.mimeType}</mediatype>
  </provides>
  <releases><release version="${version}" date="${new Date().toISOString().slice(0, 10)}"/></releases>
  <content_rating type="oars-1.1"/>
</component>
`,
    },
    // The updater reads it to know which kind of package to download.
    [`usr/lib/${name}/resources/package-type`]: { text: 'deb' },
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
    'DEBIAN/postinst': toScript('configure', `apparmor_parser --replace ${profile}`),
    'DEBIAN/prerm': toScript('remove', `apparmor_parser --remove ${profile}`),
  }
}

/** Systems without AppArmor 4 need no profile. @param {string} step of dpkg @param {string} command */
function toScript(step, command) {
  const condition = `[ "$1" = ${step} ] && command -v apparmor_parser >/dev/null 2>&1`
  return {
    mode: 0o755,
    text: `#!/bin/sh\nset -e\nif ${condition}; then ${command} 2>/dev/null || true; fi\n`,
  }
}
