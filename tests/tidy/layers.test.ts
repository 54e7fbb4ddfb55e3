import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#domain/access/routes.ts'
import { isTest, type SourceFile, sourceFiles } from './source.ts'

// The modules in their order: each may know the ones before it.
const modules = [
  'access',
  'kit',
  'mail',
  'identity',
  'operations',
  'files',
  'messaging',
  'tasks',
  'payees',
  'website',
  'suppliers',
  'partners',
  'customers',
  'contracts',
  'meters',
  'pricing',
  'books',
  'bills',
  'invoices',
  'payments',
  'directdebit',
  'commissions',
  'bank',
  'runs',
  'proposals',
  'map',
  'reports',
  'exports',
  'webhooks',
  'upkeep',
]
// What ties the modules together stands above them all.
const entries = ['app', 'embedded', 'integrations']

const source = sourceFiles('src').filter((file) => !isTest(file))

function layerOf(path: string): string | undefined {
  return /^src\/(domain|server|web)\//.exec(path)?.[1]
}

function moduleOf(path: string): string | undefined {
  return /^src\/(?:domain|server|web)\/([^/]+)\//.exec(path)?.[1]
}

function offences(check: (file: SourceFile, imported: string) => boolean): string[] {
  return source.flatMap((file) =>
    file.imports
      .filter((imported) => check(file, imported))
      .map((imported) => `${file.path} imports ${imported}`),
  )
}

test('server and web never see each other, and domain sees neither', () => {
  const allowed: Record<string, string[]> = {
    domain: ['domain'],
    server: ['domain', 'server'],
    web: ['domain', 'web'],
  }
  const found = offences((file, imported) => {
    const from = layerOf(file.path)
    const to = layerOf(imported)
    return from !== undefined && to !== undefined && !allowed[from]?.includes(to)
  })
  expect(found).toEqual([])
})

test('domain imports zod, decimal.js and libphonenumber-js, and nothing else from outside', () => {
  const allowed = ['zod', 'decimal.js', 'libphonenumber-js/min']
  const found = offences(
    (file, imported) =>
      layerOf(file.path) === 'domain' &&
      !imported.startsWith('src/') &&
      !allowed.includes(imported),
  )
  expect(found).toEqual([])
})

/** Whose session it is, every screen must know: its calls are those of identity, by their types. */
function isSessionOfScreens(path: string, imported: string): boolean {
  return (
    path.startsWith('src/web/kit/session/') &&
    /^src\/domain\/identity\/.*-calls\.ts$/.test(imported)
  )
}

test('a module imports only modules that come before it', () => {
  const found = offences((file, imported) => {
    const from = modules.indexOf(moduleOf(file.path) ?? '')
    const to = modules.indexOf(moduleOf(imported) ?? '')
    return from >= 0 && to > from && !isSessionOfScreens(file.path, imported)
  })
  expect(found).toEqual([])
})

test('the kit and the modules know nothing of what stands above them', () => {
  const isAbove = (path: string) =>
    path.startsWith('demo/') || /^src\/(server|web)\/([^/]+|(app|embedded)\/.*)$/.test(path)
  const found = offences(
    (file, imported) => modules.includes(moduleOf(file.path) ?? '') && isAbove(imported),
  )
  expect(found).toEqual([])
})

test('the page on the architecture lists the modules in this order', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  const rooms = page.slice(page.indexOf('| Room |'), page.indexOf("| Room of the server's kit |"))
  const listed = rooms.split('\n').flatMap((row) => {
    const [, cell = ''] = row.split('|')
    return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  })
  expect(listed).toEqual(modules)
})

test('every folder of a layer is a known module or entry', () => {
  const unknown = source.filter((file) => {
    const name = moduleOf(file.path)
    return name !== undefined && !modules.includes(name) && !entries.includes(name)
  })
  expect(unknown.map((file) => file.path)).toEqual([])
})

test('vendor SDKs appear only in integrations', () => {
  const vendors = ['nodemailer', 'twilio', 'gocardless-nodejs']
  const found = offences(
    (file, imported) =>
      vendors.some((vendor) => imported === vendor || imported.startsWith(`${vendor}/`)) &&
      !file.path.startsWith('src/server/integrations/'),
  )
  expect(found).toEqual([])
})

test('one provider of direct debits is known by its adapter, and by the door its webhooks come through', () => {
  const found = offences(
    (file, imported) =>
      imported.includes('integrations/gocardless-') &&
      !file.path.startsWith('src/server/integrations/') &&
      file.path !== 'src/server/directdebit/hear-webhook.ts',
  )
  expect(found).toEqual([])
})

test('what touches the inner parts of the database driver stands behind one door', () => {
  const folder = 'src/server/kit/wire/'
  const found = [...source, ...sourceFiles('tests', 'bench', 'scripts')].flatMap((file) =>
    file.imports
      .filter((imported) => imported.startsWith(folder) && imported !== `${folder}wire.ts`)
      .filter(() => !file.path.startsWith(folder))
      .map((imported) => `${file.path} imports ${imported}`),
  )
  expect(found).toEqual([])
})

test('imports inside a folder are relative and across folders begin with #', () => {
  const found = source.flatMap((file) =>
    [...file.text.matchAll(/from '(\.\.\/[^']+)'/g)]
      .filter(([, path = '']) => layerOf(file.path) !== 'server' || path.includes('../../'))
      .map(([, path]) => `${file.path} imports ${path}`),
  )
  expect(found).toEqual([])
})

test('there is one frame for pages and for dialogs, one row of steps, chart and table head', () => {
  const ours: Record<string, RegExp> = {
    'src/web/kit/dialogs/dialog.tsx': /\bModal,|\bModal\b.*@mantine\/core/,
    'src/web/kit/dialogs/open-dialog.tsx': /\bmodals\b.*from '@mantine\/modals'/,
    'src/web/kit/frame/steps.tsx': /\bStepper\b|aria-current=\{place/,
    'src/web/kit/frame/page.tsx': /order=\{1\}/,
    'src/web/kit/charts/': /<rect\b/,
    'src/web/kit/list/table-head.tsx': /\bTable\.Thead\b/,
  }
  const found = Object.entries(ours).flatMap(([own, pattern]) =>
    source
      .filter((file) => !file.path.startsWith(own) && pattern.test(file.text))
      .map((file) => file.path),
  )
  expect(found).toEqual([])
})

/** The screen's file of every address, as the table of screens names it. */
function screenFiles(): Map<string, string> {
  const text = source.find((file) => file.path === 'src/web/app/screens.ts')?.text ?? ''
  const inFolder = (specifier: string) =>
    specifier.replace('#', 'src/').replace('./', 'src/web/app/')
  const loads = new Map(
    [...text.matchAll(/const (\w+): Load = \(\) => import\('([^']+)'\)/g)].map(
      ([, name = '', file = '']) => [name, file],
    ),
  )
  return new Map(
    [...text.matchAll(/^ {2}'([^']+)': (?:\(\) => import\('([^']+)'\)|(\w+)),$/gm)].map(
      ([, path = '', file, name = '']) => [path, inFolder(file ?? loads.get(name) ?? '')],
    ),
  )
}

test('every page that is open to all stands in the one public frame', () => {
  const frames = ['public-page.tsx', 'public-link.tsx'].map((name) => `src/web/kit/frame/${name}`)
  const reaches = (path: string): boolean => {
    const imports = source.find((file) => file.path === path)?.imports ?? []
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return imports.some((one) => frames.includes(one) || (one.startsWith(folder) && reaches(one)))
  }
  // What tells of an address that does not exist stands where the reader was, in the staff's shell.
  const open = Object.entries(routes).filter(
    ([path, { entry }]) => entry === 'public' && path !== '/404' && !path.startsWith('/tests/'),
  )
  const files = screenFiles()
  expect(open.length).toBeGreaterThan(15)
  expect(open.filter(([path]) => !reaches(files.get(path) ?? '')).map(([path]) => path)).toEqual([])
})

test('screens make calls by their definitions: addresses stand in the session’s kit alone', () => {
  const byAddress = /\bfetch\(|\bXMLHttpRequest\b|\/api\/v1|\bapi\b.*from '#web\/kit\/session\/api/
  const found = source.filter(
    (file) =>
      file.path.startsWith('src/web/') &&
      !file.path.startsWith('src/web/kit/session/') &&
      byAddress.test(file.text),
  )
  expect(found.map((file) => file.path)).toEqual([])
})
