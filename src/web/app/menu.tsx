import { Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { type MenuItem, menuFor, moreMenuFor } from '#domain/access/navigation.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { appConfig } from '#web/kit/session/app-config.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './menu.module.css'
import { menuIcons } from './menu-icons.ts'
import { fullName } from './person.tsx'
import { signOutAndLeave } from './sign-out.ts'

/** §2: the left menu, by role. */
export function Menu({ onNavigate }: { onNavigate?: () => void }) {
  const { user, role } = useSession()
  // Without a membership a user sees Quick-Start and the profile, nothing of an organisation.
  const items = user && role === 'guest' ? quickStartItems() : menuFor(role)
  const isLast = ({ section }: MenuItem) => section === 'You'
  const below = moreMenuFor(role)
  const all = [...items.filter((item) => !isLast(item)), ...below, ...items.filter(isLast)]
  const firstBelow = below[0]?.section
  const sections = Map.groupBy(all, (item) => item.section)
  const isBelow = (section: string) => below.some((item) => item.section === section)
  const lookOf = (section: string) => {
    if (section === 'You') return classes.foot
    return isBelow(section) ? classes.below : undefined
  }
  return (
    <nav className={classes.nav} aria-label="Menu">
      {[...sections].map(([section, members]) => (
        <div key={section} className={lookOf(section)} data-first={section === firstBelow}>
          {section && section !== 'You' && <div className={classes.section}>{section}</div>}
          <ul className={classes.list}>
            {members.map((item) => (
              <Item key={item.path} item={item} {...(onNavigate ? { onNavigate } : {})} />
            ))}
            {section === 'You' && user && (
              <li>
                <button type="button" className={classes.item} onClick={signOutAndLeave}>
                  <IconLogout size={17} stroke={1.7} aria-hidden /> Sign out
                </button>
              </li>
            )}
          </ul>
        </div>
      ))}
      {user && (
        <Text size="xs" c="dimmed" px={10} pt={8}>
          {fullName(user)} · {role === 'guest' ? 'no organisation yet' : role}
        </Text>
      )}
      <Version isAtFoot={!user} />
    </nav>
  )
}

function Item({ item, onNavigate }: { item: MenuItem; onNavigate?: () => void }) {
  // What stands below the menu has no icons: it is read, not recognised.
  const Icon = menuIcons[item.path]
  return (
    <li>
      <NavLink to={item.path} className={classes.item ?? ''} end onClick={() => onNavigate?.()}>
        {Icon && <Icon size={17} stroke={1.7} aria-hidden />} {item.label}
      </NavLink>
    </li>
  )
}

/** §1: version and host; a click copies what support asks for first. */
function Version({ isAtFoot }: { isAtFoot: boolean }) {
  const { user } = useSession()
  async function copy() {
    const lines = [
      `${appConfig.title} ${appConfig.version}`,
      `Host: ${location.host}`,
      `Page: ${location.pathname}`,
      `User: ${user?.username ?? 'nobody'}`,
      `Time: ${new Date().toISOString()}`,
      `Browser: ${navigator.userAgent}`,
    ]
    await navigator.clipboard.writeText(lines.join('\n'))
    toast('Details for support copied.')
  }
  return (
    <div className={isAtFoot ? classes.foot : undefined}>
      <button
        type="button"
        className={classes.version}
        onClick={copy}
        title="Copy details for support"
      >
        {appConfig.version} · {location.host}
      </button>
    </div>
  )
}

function quickStartItems(): MenuItem[] {
  return [
    { section: '', label: 'Quick-Start', path: '/app/home', from: 'guest' },
    { section: 'You', label: 'Profile', path: '/app/profile/edit', from: 'guest' },
  ]
}
