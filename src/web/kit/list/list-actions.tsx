import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPlus, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { MoreMenu } from '#web/kit/frame/more-menu.tsx'
import type { Params } from '#web/kit/session/api.ts'
import { csvName, download } from '#web/kit/session/download.ts'
import { csvCall, listInput } from '#web/kit/session/row-calls.ts'
import { useSession } from '#web/kit/session/session.ts'

interface Props {
  entity: Entity
  /** Which rows the CSV holds; null where there is none. */
  params: Params | null
  /** The columns that are shown now. */
  columns: readonly string[]
  /** The list that is exported: the entity's own, or a question beneath it. */
  listed: Pick<Entity, 'plural'>
  extra: ReactNode
  isReadOnly: boolean
}

/** What can be done with a list as a whole. */
export function ListActions(props: Props) {
  const { entity, params, extra, isReadOnly } = props
  const { role } = useSession()
  const { create } = pathsOf(entity)
  return (
    <>
      <MoreMenu>
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Menu.Item>
      </MoreMenu>
      {params && <ExportMenu {...props} params={params} />}
      {extra}
      {!isReadOnly && atLeast(role, entity.access.write) && (
        <Button component={Link} to={create} leftSection={<IconPlus size={15} aria-hidden />}>
          New {entity.label.toLowerCase()}
        </Button>
      )}
    </>
  )
}

type ExportProps = Pick<Props, 'entity' | 'listed' | 'columns'> & { params: Params }

function ExportMenu(props: ExportProps) {
  const { role } = useSession()
  if (!mayExport(props.entity, role)) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          rightSection={<IconChevronDown size={13} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

export function mayExport(entity: Entity, role: Role): boolean {
  return atLeast(role, entity.access.csv ?? 'manager')
}

/** For people as they see it, or for machines as it is kept. */
export function ExportItems({ entity, listed, columns, params }: ExportProps) {
  const fetchFile = (more: Params) => {
    const name = csvName(entity.plural, new Date())
    void download(csvCall(listed), listInput({ ...params, ...more }), name)
  }
  // What is hidden in the list is no part of a file.
  const fields = columns.filter((name) => !entity.fields[name]?.options.masked).join()
  return (
    <>
      <Menu.Item onClick={() => fetchFile({ fields, titled: 1 })}>
        This view’s columns, with their titles
      </Menu.Item>
      <Menu.Item onClick={() => fetchFile({})}>All columns, with machine names</Menu.Item>
    </>
  )
}
