import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { moreMenuFor } from '#domain/access/navigation.ts'
import type { Path } from '#domain/access/routes.ts'
import { type ChosenSetting, chosenFrom, inWords } from '#web/identity/chosen-setting.ts'
import { type SettingPlace, settingPlaces } from '#web/identity/setting-places.ts'
import { isSettingSought, isSought } from '#web/identity/setting-search.ts'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import { isFaqFound, useFaqs, wordFinder } from '#web/website/faqs.ts'
import type { Group } from './palette.tsx'
import { meantBy } from './palette-match.ts'

const MOST = 6
const settingsPath: Path = '/app/settings'

/** What settings and the questions of Help say of what is typed, each leading to its place. */
export function useAnswers(query: string): Group[] {
  const { role, user } = useSession()
  const navigate = useNavigate()
  const isWorthLooking = query.trim().length >= 2
  const isOffered = moreMenuFor(role).some(({ path }) => path === settingsPath)
  const configs = useQuery({
    ...organisationConfigsQuery,
    enabled: isOffered && Boolean(user?.organisation_id),
  })
  const faqs = useFaqs()
  if (!isWorthLooking) return []
  const settings = configs.data ? chosenFrom(configs.data) : []
  const isCalled = ({ setting }: ChosenSetting) => isSought(query, setting.label)
  const lead = (path: string, words: string) => () =>
    void navigate(`${path}?q=${encodeURIComponent(words)}`)
  const groups: Group[] = [
    [
      'Settings',
      settings
        .filter((one) => isSettingSought(query, one))
        // Those that are called so come before those that only speak of it.
        .toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
        .slice(0, MOST)
        .map(({ name, setting, value }) => ({
          id: `setting ${name}`,
          label: setting.label,
          description: inWords(setting, value),
          run: lead(settingsPath, setting.label),
        })),
    ],
    ['Places of settings', isOffered ? placesOf(query, (path) => void navigate(path)) : []],
    [
      'Help',
      faqs
        .filter(isFaqFound(wordFinder(query)))
        .slice(0, MOST)
        .map(({ id, question, topic }) => ({
          id: `faq ${id}`,
          label: question,
          description: topic ?? undefined,
          run: lead('/app/help', question),
        })),
    ],
  ]
  return groups.filter(([, members]) => members.length > 0)
}

// What stands among the settings in a table of its own, or with the organisation.
const onScreen: Pick<SettingPlace, 'label' | 'help'>[] = [
  { label: 'Number series', help: 'What customers, contracts and invoices are numbered by.' },
  { label: 'Second factor for everybody', help: 'Whether everybody signs in with one.' },
  { label: 'Edit Organisation', help: 'Its name, address, bank account and GST number.' },
]
const soughtAs = ['Numbers', 'second factor', 'particulars']

/** What the settings lead to, by its name. */
function placesOf(query: string, go: (path: string) => void) {
  const own = onScreen.map((place, at) => ({
    ...place,
    path: `${settingsPath}?q=${encodeURIComponent(soughtAs[at] ?? '')}`,
  }))
  return meantBy(query, [...own, ...settingPlaces], ({ label }) => label)
    .slice(0, MOST)
    .map(({ label, help, path }) => ({
      id: `place ${label}`,
      label,
      description: help,
      run: () => go(path),
    }))
}
