import { Button, Menu, Paper, Table, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { user } from '#domain/identity/user.ts'
import { humanise } from '#domain/kit/wording.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSession } from '#web/kit/session/session.ts'
import { EditPermissions } from './edit-permissions.tsx'
import { EditRoles } from './edit-roles.tsx'
import { AskForReset } from './factor-resets.tsx'
import { Impersonate } from './impersonate.tsx'
import { askToRemoveUser } from './remove-user.tsx'
import { SetPassword } from './set-password.tsx'

/** One user, for platform admins: fields, memberships, and what else can be done. */
export function Screen() {
  return (
    <EditScreen
      entity={user}
      actions={(row) => <Actions row={row} />}
      below={(row) => <Memberships row={row} />}
      remove={askToRemoveUser}
    />
  )
}

function Actions({ row }: { row: EditRow }) {
  const { user: me } = useSession()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Access
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            openDialog({ title: 'Set Password' }, (close) => (
              <SetPassword row={row} onDone={close} />
            ))
          }
        >
          Set Password
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            openDialog({ title: 'Edit Roles' }, (close) => <EditRoles row={row} onDone={close} />)
          }
        >
          Edit Roles
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            openDialog({ title: 'Edit permissions' }, (close) => (
              <EditPermissions userId={row.id} onDone={close} />
            ))
          }
        >
          Edit permissions
        </Menu.Item>
        {row.id !== me?.id && row.has_totp === true && (
          <Menu.Item
            onClick={() =>
              openDialog({ title: 'Reset second factor' }, (close) => (
                <AskForReset row={row} onDone={close} />
              ))
            }
          >
            Reset second factor
          </Menu.Item>
        )}
        {row.id !== me?.id && (
          <Menu.Item
            onClick={() =>
              openDialog({ title: 'Work as this user' }, () => <Impersonate row={row} />)
            }
          >
            Work as this user
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface Membership {
  organisation_id: number
  organisation_name: string
  role_name: string
}

function Memberships({ row }: { row: EditRow }) {
  // The answer of one user carries them beside the fields.
  const memberships = Array.isArray(row.memberships) ? (row.memberships as Membership[]) : []
  if (memberships.length === 0) return null
  return (
    <Paper component="section" maw={640}>
      <Title order={2} mb="xs">
        Memberships
      </Title>
      <Table aria-label="Memberships">
        <Table.Tbody>
          {memberships.map((membership) => (
            <Table.Tr key={membership.organisation_id}>
              <Table.Td>{membership.organisation_name}</Table.Td>
              <Table.Td>{humanise(membership.role_name)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
