import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { initials } from '#domain/kit/wording.ts'
import { mayLeave } from '#web/kit/form/unsaved.ts'
import { keyboardSheet } from '#web/kit/frame/shown-keys.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { type SessionUser, useSession, workIn } from '#web/kit/session/session.ts'
import { signOutAndLeave } from './sign-out.ts'

export function fullName(user: SessionUser): string {
  return [user.firstname, user.lastname].filter(Boolean).join(' ') || user.username
}

/** The person's menu: profile, organisation, colours, keys, sign out. */
export function Person({ user }: { user: SessionUser }) {
  const { role } = useSession()
  return (
    <Menu position="bottom-end" width={250} withinPortal>
      <Menu.Target>
        <UnstyledButton
          aria-label={`${initials(fullName(user))} – ${fullName(user)}, profile and settings`}
        >
          <Avatar size={30} radius="xl" color="petrol" variant="light" aria-hidden>
            {initials(fullName(user))}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text component="div" size="sm" fw={600} px="sm" pt={6}>
          {fullName(user)}
        </Text>
        <Text component="div" size="xs" c="dimmed" px="sm" pb={6}>
          {[user.organisation_name, role === 'guest' ? null : role].filter(Boolean).join(' · ')}
        </Text>
        <Menu.Item
          component={Link}
          to="/app/profile/edit"
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          Profile
        </Menu.Item>
        <Memberships user={user} />
        <Menu.Divider />
        <ColourSchemes />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => keyboardSheet.set(true)}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOutAndLeave}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A person who works for several brokers changes between them here. */
function Memberships({ user }: { user: SessionUser }) {
  const memberships = user.memberships ?? []
  if (memberships.length < 2) return null
  async function change(organisation_id: number) {
    if (!(await mayLeave())) return
    try {
      await workIn(organisation_id)
    } catch (cause) {
      toastProblem(cause)
    }
  }
  return (
    <>
      <Menu.Label>Organisation</Menu.Label>
      {memberships.map((membership) => (
        <Menu.Item
          key={membership.organisation_id}
          leftSection={<IconBuilding size={16} aria-hidden />}
          rightSection={
            membership.organisation_id === user.organisation_id && (
              <IconCheck size={14} aria-label="working here" />
            )
          }
          onClick={() => change(membership.organisation_id)}
        >
          {membership.organisation_name ?? `Organisation ${membership.organisation_id}`}
        </Menu.Item>
      ))}
    </>
  )
}

const schemes = [
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
  { scheme: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const

function ColourSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return schemes.map(({ scheme, label, Icon }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={colorScheme === scheme && <IconCheck size={14} aria-label="chosen" />}
      onClick={() => setColorScheme(scheme)}
    >
      {label}
    </Menu.Item>
  ))
}
