import { ActionIcon, Badge, Burger, Button, Drawer, Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconHelp, IconLayoutDashboard, IconPlus, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { isPublic } from '#domain/access/navigation.ts'
import { closeDialogs } from '#web/kit/dialogs/open-dialog.tsx'
import { DemonstrationMark } from '#web/kit/frame/demonstration-mark.tsx'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { keyboardSheet } from '#web/kit/frame/shown-keys.ts'
import { appConfig, environmentOf, isTesting } from '#web/kit/session/app-config.ts'
import { ConnectionBanner } from '#web/kit/session/connection-banner.tsx'
import { rememberRoute } from '#web/kit/session/last-route.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useStore } from '#web/kit/session/store.ts'
import { Access } from './access.tsx'
import { Bell } from './bell.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { Mark } from './mark.tsx'
import { Menu } from './menu.tsx'
import { NewVersionBanner } from './new-version-banner.tsx'
import { Person } from './person.tsx'
import classes from './shell.module.css'
import { UnreadMark } from './unread-mark.tsx'

const Palette = lazy(async () => {
  const { Palette } = await patientLoad(() => import('./palette.tsx'))
  return { default: Palette }
})
const KeyboardSheet = lazy(async () => {
  const { KeyboardSheet } = await patientLoad(() => import('#web/kit/frame/keyboard-sheet.tsx'))
  return { default: KeyboardSheet }
})
const QuickTask = lazy(async () => {
  const { QuickTask } = await patientLoad(() => import('#web/tasks/quick-task.tsx'))
  return { default: QuickTask }
})
const environment = environmentOf(location.hostname)

/** Menu, bar and the place where the screens stand. */
export function Shell() {
  const { role } = useSession()
  const [isMenuOpen, menu] = useDisclosure(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isTaskOpen, setIsTaskOpen] = useState(false)
  const isSheetOpen = useStore(keyboardSheet)
  const navigate = useNavigate()
  useHotkeys([['mod+K', () => setIsPaletteOpen((isOpen) => !isOpen)]], [])
  useSingleKeys(
    {
      '?': () => keyboardSheet.set(true),
      t: () => role !== 'guest' && setIsTaskOpen(true),
      c: () => role !== 'guest' && void navigate('/app/customer/new'),
    },
    'everywhere',
  )
  useRouteChange()
  useToldAgain(role !== 'guest')
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <Bar isMenuOpen={isMenuOpen} onMenu={menu.toggle} onSearch={() => setIsPaletteOpen(true)} />
      <aside className={classes.menu}>
        <Menu />
      </aside>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size={280}
        title={appConfig.title}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <Menu onNavigate={menu.close} />
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <ConnectionBanner />
        <NewVersionBanner />
        <ImpersonationBanner />
        <Progress />
        <div className={classes.content}>
          <Access>
            <Outlet />
          </Access>
        </div>
      </main>
      {isSheetOpen && (
        <Suspense>
          <KeyboardSheet />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setIsPaletteOpen(false)} onTask={() => setIsTaskOpen(true)} />
        </Suspense>
      )}
      {isTaskOpen && (
        <Suspense>
          <QuickTask onClose={() => setIsTaskOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What is held or under way still is told of again after the page was loaded anew. */
function useToldAgain(isSignedIn: boolean): void {
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation')
    const isReloaded = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
    if (!isSignedIn || !isReloaded) return
    const held = import('#web/messaging/departure/held-notice.tsx')
    const changing = import('#web/kit/list/field-change-notice.tsx')
    // Whoever is not told misses a comfort, nothing else.
    void held.then(({ showAllHeld }) => showAllHeld()).catch(() => {})
    void changing.then((notice) => notice.showFieldChangesUnderWay()).catch(() => {})
  }, [isSignedIn])
}

interface BarProps {
  isMenuOpen: boolean
  onMenu: () => void
  onSearch: () => void
}

function Bar({ isMenuOpen, onMenu, onSearch }: BarProps) {
  const { user, role } = useSession()
  const marked = user?.is_demonstration ? 'demonstration' : environment
  return (
    <header className={classes.bar} data-environment={marked ?? undefined}>
      <div className={classes.brand}>
        <span className={classes.narrow}>
          <Burger
            opened={isMenuOpen}
            onClick={onMenu}
            size="sm"
            aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
          />
        </span>
        <Link
          to={user ? '/app/home' : '/'}
          className={classes.brandLink}
          aria-label={appConfig.title}
        >
          <Mark />
          <span className={user ? 'mantine-visible-from-md' : undefined}>{appConfig.title}</span>
        </Link>
        {environment && (
          <Badge
            color="amber"
            size="sm"
            {...(user?.is_demonstration ? { visibleFrom: 'md' as const } : {})}
            {...(isTesting(user?.username) ? { title: 'Testing mode' } : {})}
          >
            {environment}
          </Badge>
        )}
        {user?.is_demonstration && <DemonstrationMark />}
      </div>
      {role === 'guest' ? <span /> : <SearchField onOpen={onSearch} />}
      <Tools />
    </header>
  )
}

function SearchField({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={classes.search} onClick={onOpen}>
      <IconSearch size={16} aria-hidden />
      <span>Search a name, a phone, a number, an amount …</span>
      <span className={classes.wide}>
        <Kbd size="xs">Ctrl K</Kbd>
      </span>
    </button>
  )
}

/** §2: New Invoice, New Customer and Dashboard for signed-in users. */
function Tools() {
  const { user, role } = useSession()
  return (
    <div className={classes.tools}>
      {role !== 'guest' && (
        <span className={classes.wide}>
          <Button
            component={Link}
            to="/app/dashboard"
            variant="default"
            visibleFrom="lg"
            leftSection={<IconLayoutDashboard size={15} aria-hidden />}
          >
            Dashboard
          </Button>
          <Button
            component={Link}
            to="/app/customer/new"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            New Customer
          </Button>
          <Button
            component={Link}
            to="/app/invoice/new"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            New Invoice
          </Button>
        </span>
      )}
      <ActionIcon component={Link} to="/app/help" aria-label="Help" size={30}>
        <IconHelp size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
      {role !== 'guest' && <UnreadMark />}
      {role !== 'guest' && <Bell />}
      {user && <Person user={user} />}
    </div>
  )
}

/** A hairline that shows a screen on its way, without moving anything. */
function Progress() {
  const { state } = useNavigation()
  return state === 'loading' ? <div className={classes.progress} aria-hidden /> : null
}

/** §2: the last route is remembered. WCAG: on a new screen the focus goes to its heading. */
function useRouteChange(): void {
  const { pathname, search } = useLocation()
  const { user } = useSession()
  const isFirst = useRef(true)
  useEffect(() => {
    if (user && !isPublic(pathname)) rememberRoute(user, pathname + search)
  }, [user, pathname, search])
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (!pathname) return
    // What was opened over the screen before belongs to it.
    closeDialogs()
    window.scrollTo(0, 0)
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('[data-route-heading]')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
}
