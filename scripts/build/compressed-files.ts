import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

// Fonts and pictures are compressed by their own formats.
const WORTH_IT = /\.(js|css|svg)$/
// Below this a packet is a packet.
const SMALLEST_BYTES = 1024

const squeeze = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** Puts a brotli and a gzip beside every file of the build, so that no request pays for them. */
export function compressedFiles(): Plugin {
  let folder = ''
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir
    },
    async closeBundle() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = found.filter((entry) => entry.isFile() && WORTH_IT.test(entry.name))
      await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < SMALLEST_BYTES) return
  for (const [ending, squeezed] of Object.entries(squeeze)) {
    const bytes = await squeezed(text)
    if (bytes.length < text.length) await writeFile(`${file}.${ending}`, bytes)
  }
}
