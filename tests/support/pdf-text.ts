import { inflateSync } from 'node:zlib'

/** The words of a PDF as a reader would copy them, a line per piece of text that was drawn. */
export function pdfText(bytes: Uint8Array): string {
  return pdfPages(bytes).join('\n')
}

/** The same, page by page. */
export function pdfPages(bytes: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'))
  const pages = [...objects.values()].filter((text) => /\/Type \/Page\n/.test(text))
  return pages.map((page) => pageText(page, objects))
}

/** The size in pixels of every picture in it. */
export function pdfPictures(bytes: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'))
  return [...objects.values()]
    .filter((text) => text.includes('/Subtype /Image'))
    .map((text) => `${numberIn(text, 'Width')} × ${numberIn(text, 'Height')}`)
}

/** Whether something is filled with a colour, given as #rrggbb. */
export function isPaintedWith(bytes: Uint8Array, colour: string): boolean {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'))
  const pages = [...objects.values()].filter((text) => /\/Type \/Page\n/.test(text))
  const drawn = pages.map((page) => streamOf(objects.get(referred(page, 'Contents')) ?? ''))
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return drawn
    .flatMap((content) => [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g)])
    .some(([, ...shares]) =>
      parts.every((part, place) => Math.abs(part - Number(shares[place])) < 0.001),
    )
}

const numberIn = (object: string, name: string) =>
  new RegExp(`/${name} (\\d+)`).exec(object)?.[1] ?? ''

export function pageCount(bytes: Uint8Array): number {
  return (
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\n/g)?.length ?? 0
  )
}

type Objects = Map<string, string>

function objectsOf(file: string): Objects {
  const found = file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map([...found].map(([, id = '', body = '']) => [id, body]))
}

function pageText(page: string, objects: Objects): string {
  const resources = objects.get(referred(page, 'Resources')) ?? ''
  const letters = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const font = objects.get(id) ?? ''
      return [name, lettersOf(streamOf(objects.get(referred(font, 'ToUnicode')) ?? ''))]
    }),
  )
  const content = streamOf(objects.get(referred(page, 'Contents')) ?? '')
  const pieces = content.matchAll(/\/(F\d+) [\d.]+ Tf\n(?:[^\n]*\n)*?\[([^\]]*)\] TJ/g)
  return [...pieces].map(([, font = '', shown = '']) => read(shown, letters.get(font))).join('\n')
}

function read(shown: string, letters: string[] = []): string {
  const codes = [...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join('')
  return (codes.match(/.{4}/g) ?? []).map((code) => letters[Number.parseInt(code, 16)]).join('')
}

/** What each glyph stands for; ranges are given as lists, one after the other. */
function lettersOf(map: string): string[] {
  const lists = map.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[([^\]]*)\]/g)
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = '']) =>
      (hex.match(/[0-9a-f]{4}/g) ?? [])
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join(''),
    ),
  )
}

function streamOf(object: string): string {
  const start = object.indexOf('stream\n') + 'stream\n'.length
  const packed = object.slice(start, object.lastIndexOf('\nendstream'))
  return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
}

function referred(object: string, name: string): string {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1] ?? ''
}
