import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import subsetFont from 'subset-font'
import { normalizePath, type Plugin } from 'vite'

const FACES = /\/@fontsource-variable\/inter\/wght\.css$/
const LATIN = 'inter-latin-wght-normal'
const LATIN_EXT = 'inter-latin-ext-wght-normal'
// Everyday letters in New Zealand, which the package keeps in its file for a hundred languages.
const MACRONS = 'āēīōūĀĒĪŌŪ'

/** The weights that screens ask for. A bold word in bold words is as bold as the heaviest of them. */
export const WEIGHTS = { min: 400, max: 700 }

// Figures that stand below each other, and what browsers do unasked.
const FEATURES = ['tnum', 'calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk']

/**
 * Makes the font smaller that everybody loads: Inter comes for every weight and with features no screen
 * asks for. The vowels with macrons become a file of their own, a thirtieth of the one they come from.
 */
export function cutInter(): Plugin {
  let folder = ''
  return {
    name: 'cut-inter',
    enforce: 'pre',
    configResolved({ cacheDir }) {
      folder = join(cacheDir, 'inter')
    },
    async transform(css, id) {
      if (!FACES.test(id)) return null
      const cut = async (face: string, name: string, text: string) => {
        const from = join(dirname(id), addressIn(face))
        const font = await subsetFont(await readFile(from), text, {
          targetFormat: 'woff2',
          variationAxes: { wght: WEIGHTS },
          keepFeatures: FEATURES,
        })
        const file = await keep(join(folder, `${name}.woff2`), font)
        return face.replace(addressIn(face), normalizePath(relative(dirname(id), file)))
      }
      const latin = faceOf(css, LATIN)
      const macrons = faceOf(css, LATIN_EXT).replace(RANGE, `unicode-range: ${rangeOf(MACRONS)}`)
      const basic = await cut(latin, 'inter-basic', lettersOf(RANGE.exec(latin)?.[1] ?? ''))
      // Later faces are asked first: Chromium makes a macron of a vowel and a bar of the Latin one, and
      // others come by the small file before the large one.
      return css.replace(latin, `${await cut(macrons, 'inter-macrons', MACRONS)}\n${basic}`)
    },
  }
}

const RANGE = /unicode-range:\s*([^;}]+)/

/** The package's rule for a file; the weights it tells must stay, or browsers would not mix the files. */
function faceOf(css: string, file: string): string {
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? []
  const found = faces.find((face) => face.includes(`/${file}.woff2`) && RANGE.test(face))
  if (!found) throw new Error(`The package of Inter has no ${file} with a range of letters.`)
  return found
}

function addressIn(face: string): string {
  const address = /url\(['"]?([^'")]+)/.exec(face)?.[1]
  if (!address) throw new Error(`There is no file in ${face}`)
  return address
}

/** 'U+0041-0043,U+20AC' as the letters themselves. */
function lettersOf(range: string): string {
  const codes = range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, place) => first + place)
  })
  return String.fromCodePoint(...codes)
}

const rangeOf = (letters: string) =>
  [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).join(',')

/** Whole or not at all: another build may be reading it. */
async function keep(file: string, bytes: Buffer): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.${process.pid}`, bytes)
  await rename(`${file}.${process.pid}`, file)
  return file
}
