import { expect, test } from 'vitest'
import { type BulkActionName, bulkActions } from '#domain/kit/bulk-actions.ts'
import { type DepartureAction, departureWords } from '#domain/messaging/departure/departure.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const web = sourceFiles('src/web')
const byPath = new Map(web.map((file) => [file.path, file]))
const names = Object.keys(bulkActions) as BulkActionName[] // What the record is made of.

interface Offer {
  name: string
  offeredIn: SourceFile
  component: string
  /** The file that the component is written in. */
  file: SourceFile
}

/** Every button that a list offers for its selection, and the file that does its work. */
const offers: Offer[] = web.flatMap((offeredIn) =>
  [...offeredIn.text.matchAll(/^ +(?:bulk=\{\{ )?(\w+): \(ids[\w, ]*\) => <(\w+)/gm)].map(
    ([, name = '', component = '']) => ({
      name,
      offeredIn,
      component,
      file: fileOf(offeredIn, component),
    }),
  ),
)

function fileOf(from: SourceFile, component: string): SourceFile {
  const isOf = (file: SourceFile | undefined) =>
    file?.text.includes(`export function ${component}(`) ?? false
  const path = from.imports.find((imported) => isOf(byPath.get(imported)))
  return byPath.get(path ?? '') ?? from
}

/** The file and those of the screens that it is made of, down to the parts that all share. */
function madeOf(file: SourceFile, seen = new Set<SourceFile>()): Set<SourceFile> {
  if (seen.has(file) || /^src\/web\/(kit|messaging\/departure)\//.test(file.path)) return seen
  seen.add(file)
  for (const imported of file.imports) {
    const next = byPath.get(imported)
    if (next) madeOf(next, seen)
  }
  return seen
}

/** Calls by which something leaves the house or becomes final at once. */
const AT_ONCE = /\bCalls\.(?:approve|send|sendMany|sendOfPartner|remind|notice|notices|start)\b/i
const directCalls = (file: SourceFile) =>
  [...file.text.matchAll(/\w+Calls\.\w+/g)].map(([call]) => call).filter((call) => isAtOnce(call))
const isAtOnce = (call: string) => AT_ONCE.test(call.replace(/^\w+Calls/, 'Calls'))

test('every button for many rows stands in the one table, and the table names no other', () => {
  expect([...new Set(offers.map(({ name }) => name))].sort()).toEqual([...names].sort())
})

test.each(names)('%s sends or approves only after a last look', (name) => {
  const definition = bulkActions[name]
  const own = offers.filter((offer) => offer.name === name)
  expect(own.length).toBeGreaterThan(0)
  for (const { file } of own) {
    const parts = [...madeOf(file)]
    // Whatever it says of itself, it does nothing of the kind behind the back of the last look.
    expect(parts.flatMap(directCalls)).toEqual([])
    if (!('look' in definition)) continue
    expect(Object.keys(departureWords)).toContain(definition.look)
    expect(file.text).toContain('<LastLook')
  }
})

test('what sends is held for a moment, and what only approves need not be', () => {
  const looked = names.map((name) => bulkActions[name]).filter((one) => 'look' in one)
  for (const { does, look } of looked) {
    const { isHeld } = departureWords[look as DepartureAction]
    expect([look, isHeld]).toEqual([look, does === 'sends'])
  }
})
