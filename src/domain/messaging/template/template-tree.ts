import { type Place, parted, type TagPlace } from './template-tokens.ts'

export type TemplateNode =
  | { kind: 'words'; words: string }
  /** A merge field; `otherwise` is printed where it is empty. */
  | { kind: 'field'; name: string; otherwise: string | null; at: TagPlace }
  | { kind: 'loop'; at: Place }
  | { kind: 'each'; name: string; at: Place; inside: TemplateNode[] }
  | { kind: 'if'; name: string; at: Place; inside: TemplateNode[] }

export interface TemplateFault extends Place {
  message: string
  /** The known name that is nearest to what was typed. */
  nearest: string | null
}

export interface TemplateTree {
  nodes: TemplateNode[]
  faults: TemplateFault[]
}

export const SOURCE_LIMIT = 65_536
/** Whoever has more than these to mend sees them with the next look. */
export const FAULT_LIMIT = 20
const DEPTH_LIMIT = 20

type Block = Extract<TemplateNode, { inside: TemplateNode[] }>

/** Reads a template once into a tree; what it cannot understand is named with its place. */
export function parseTemplate(source: string): TemplateTree {
  if (source.length > SOURCE_LIMIT)
    return { nodes: [], faults: [fault({ line: 1, column: 1 }, 'It is longer than 64 kB.')] }
  const faults: TemplateFault[] = []
  const nodes: TemplateNode[] = []
  const open: Block[] = []
  const add = (node: TemplateNode) => (open.at(-1)?.inside ?? nodes).push(node)
  for (const token of parted(source)) {
    if (faults.length >= FAULT_LIMIT) break
    if ('words' in token) add({ kind: 'words', words: token.words })
    else if ('broken' in token) faults.push(fault(token.at, 'This {{ is never closed by }}.'))
    else {
      const read = readTag(token.tag, token.at)
      if (typeof read === 'string') faults.push(fault(token.at, read))
      else if ('closes' in read) close(read.closes, token.at)
      else {
        add(read)
        if ('inside' in read) openBlock(read)
      }
    }
  }
  for (const block of open) faults.push(fault(block.at, `${shown(block)} is never closed.`))
  return { nodes, faults: faults.slice(0, FAULT_LIMIT) }

  function openBlock(block: Block) {
    if (open.length >= DEPTH_LIMIT)
      faults.push(fault(block.at, `Not more than ${DEPTH_LIMIT} blocks stand in each other.`))
    else if (block.kind === 'each' && open.some(({ kind }) => kind === 'each'))
      faults.push(fault(block.at, 'One {{#each}} cannot stand in another.'))
    open.push(block)
  }

  function close(kind: Block['kind'], at: Place) {
    const last = open.at(-1)
    if (last?.kind === kind) open.pop()
    else if (last) faults.push(fault(at, `{{/${kind}}} comes before ${shown(last)} is closed.`))
    else faults.push(fault(at, `{{/${kind}}} closes nothing.`))
  }
}

const NAME = /^[a-z][a-z0-9_]{0,59}$/i
const BLOCK = /^#(each|if) +(\S{1,60})$/

/** What stands between two braces: a node, the end of a block, or why it is neither. */
function readTag(tag: string, at: TagPlace): TemplateNode | { closes: Block['kind'] } | string {
  if (tag === 'loop') return { kind: 'loop', at }
  if (tag === '/each' || tag === '/if') return { closes: tag === '/if' ? 'if' : 'each' }
  const [, block, about = ''] = BLOCK.exec(tag) ?? []
  if (block === 'if' && NAME.test(about)) return { kind: 'if', name: about, at, inside: [] }
  if (block === 'each' && NAME.test(about)) return { kind: 'each', name: about, at, inside: [] }
  const bar = tag.indexOf('|')
  const name = (bar < 0 ? tag : tag.slice(0, bar)).trim()
  const otherwise = bar < 0 ? null : tag.slice(bar + 1).trim()
  if (NAME.test(name)) return { kind: 'field', name, otherwise, at }
  return `{{${tag.length > 40 ? `${tag.slice(0, 40)}…` : tag}}} is no merge field.`
}

const shown = (block: Block) => `{{#${block.kind} ${block.name}}}`

export function fault(at: Place, message: string, nearest: string | null = null): TemplateFault {
  return { line: at.line, column: at.column, message, nearest }
}
