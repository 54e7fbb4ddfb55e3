import { join, relative } from 'node:path'
import type { Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '../..')

export interface DeclaredRow {
  /** The file and line of the statement. */
  place: string
  /** The columns its row declares. */
  names: string[]
  /** Those of them that a statement may leave out: whoever reads one asks whether it is there. */
  optional: string[]
  /** What the statement's text looks like, whatever is put into it. */
  text: RegExp
}

/**
 * The row of every statement of the server that answers one, as the compiler knows it: written out
 * beside the statement, named in the same file or another, or made of other types.
 */
export function declaredRows(): DeclaredRow[] {
  const api = new API({ cwd: root })
  try {
    const opened = api.updateSnapshot({
      openProjects: [join(root, 'tests/compiler/tsconfig.server.json')],
    })
    const [project] = opened.getProjects()
    if (!project) throw new Error('The compiler knows no project of the server.')
    return project.rootFiles.flatMap((path) => {
      const file = project.program.getSourceFile(path)
      return file && /\bsql[<`]/.test(file.text) ? rowsIn(file, project.checker) : []
    })
  } finally {
    api.close()
  }
}

function rowsIn(file: SourceFile, checker: Checker): DeclaredRow[] {
  return statementsIn(file).flatMap((statement) => {
    const declared = statement.typeArguments?.[0]
    const row = declared && checker.getTypeFromTypeNode(declared)
    if (!row || row.flags & TypeFlags.Never) return []
    const { line } = file.getLineAndCharacterOfPosition(statement.getStart(file))
    const columns = checker.getPropertiesOfType(row)
    const optional = columns.filter(({ flags }) => flags & SymbolFlags.Optional)
    return {
      place: `${relative(root, file.fileName)}:${line + 1}`,
      names: columns.map(({ name }) => name),
      optional: optional.map(({ name }) => name),
      text: textOf(statement),
    }
  })
}

function statementsIn(node: Node): TaggedTemplateExpression[] {
  const within: TaggedTemplateExpression[] = []
  node.forEachChild((child) => {
    within.push(...statementsIn(child))
    return undefined
  })
  const isStatement =
    isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql'
  return isStatement ? [node, ...within] : within
}

function textOf({ template }: TaggedTemplateExpression): RegExp {
  const parts = isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^]*')}$`)
}
