import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { moreMenuFor } from '#domain/access/navigation.ts'
import type { Path } from '#domain/access/routes.ts'
import { type ChosenSetting, chosenFrom, inWords } from '#web/identity/chosen-setting.ts'
import { isSettingSought, isSought } from '#web/identity/setting-search.ts'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import { isFaqFound, useFaqs, wordFinder } from '#web/website/faqs.ts'
import type { Group } from './palette.tsx'

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
