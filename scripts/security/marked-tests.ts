import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A test that says which rows of the tables it shows: `// Shows: T06, R31, V3.5.1` above it. */
export interface MarkedTest {
  /** From the root of the repository. */
  path: string
  /** As it reads when the tests run, with `…` for what is only known then. */
  name: string
  marks: string[]
}

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

const MARK = /^ Shows: (.+)$/
const ID = /^(T\d{2}|R\d{2}|E\d{2}|V\d+\.\d+\.\d+)$/
const GAP = /^(\s|\/\/.*)*/

/** The marked tests of a file. A mark above anything but a test is a mistake, and said. */
export function markedTests(root: string, path: string): MarkedTest[] {
  const text = readFileSync(`${root}/${path}`, 'utf8')
  if (!text.includes('// Shows:')) return []
  const { program, comments } = parseSync(path, text)
  const marks = new Map<number, string[]>()
  for (const { type, value, end } of comments) {
    const listed = type === 'Line' ? MARK.exec(value)?.[1] : undefined
    if (listed === undefined) continue
    const below = end + (GAP.exec(text.slice(end))?.[0].length ?? 0)
    marks.set(below, [...(marks.get(below) ?? []), ...rowIds(path, listed)])
  }
  const found: MarkedTest[] = []
  walk(program, [], (call, names) => {
    const ids = marks.get(call.start)
    if (!ids) return
    marks.delete(call.start)
    found.push({ path, name: names.join(' '), marks: ids })
  })
  for (const ids of marks.values())
    throw new Error(`${path}: “Shows: ${ids.join(', ')}” stands above no test.`)
  return found
}

function rowIds(path: string, listed: string): string[] {
  const ids = listed.split(', ')
  const odd = ids.find((id) => !ID.test(id))
  if (odd !== undefined) throw new Error(`${path}: “${odd}” is no row of a table.`)
  return ids
}

type Visit = (call: Node, names: string[]) => void

/** Every `test(…)` and `describe(…)`, also as `test.each(…)(…)`, with the names around it. */
function walk(node: unknown, around: string[], visit: Visit): void {
  if (Array.isArray(node)) for (const child of node) walk(child, around, visit)
  if (!isNode(node)) return
  const name = node.type === 'CallExpression' ? nameOf(node) : undefined
  const names = name === undefined ? around : [...around, name]
  if (name !== undefined) visit(node, names)
  for (const child of Object.values(node)) walk(child, names, visit)
}

function nameOf(call: Node): string | undefined {
  const first = Array.isArray(call.arguments) ? call.arguments[0] : undefined
  if (!isNode(first) || !['test', 'describe'].includes(calledName(call.callee))) return undefined
  if (first.type === 'Literal') return String(first.value)
  if (first.type !== 'TemplateLiteral' || !Array.isArray(first.quasis)) return undefined
  return first.quasis.map(({ value }) => value.cooked).join('…')
}

/** `test` of `test`, `test.runIf(x)` and `test.each(rows)`: but `test.each(rows)` alone is no test. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.name)
  if (callee.type === 'CallExpression') return calledName(callee.callee)
  return callee.type === 'MemberExpression' ? calledName(callee.object) : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
