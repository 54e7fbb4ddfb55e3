import { Alert, Button, Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { Path } from '#domain/access/routes.ts'
import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import { type RuleBook, rulesInWords } from '#domain/identity/rule-book.ts'
import type { RulesSettingName } from '#domain/identity/setting-calls.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useUnsavedGuard } from '#web/kit/form/unsaved.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import type { StoredSetting } from './chosen-setting.ts'
import { differences, draftOf, isChanged, mergedDrafts } from './rules-draft.ts'
import { RulesTable } from './rules-table.tsx'
import { SettingChanges } from './setting-history.tsx'

interface Props {
  /** The setting that keeps what differs. */
  name: RulesSettingName
  book: RuleBook
  title: string
  above: [label: string, path: Path]
}

/** The rules that something is held against: which are on, and with which figures. */
export function RulesScreen(props: Props) {
  const { data, isPending, error, refetch } = useQuery(organisationConfigsQuery)
  if (isPending) return <Skeleton height={400} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  // The rows of the list carry their ids and versions.
  const rows = data as StoredSetting[]
  const stored = rows.find((row) => row.name.toLowerCase() === props.name) ?? null
  return <RulesForm {...props} stored={stored} />
}

type FormProps = Props & { stored: StoredSetting | null }

function RulesForm({ name, book, title, above, stored }: FormProps) {
  const { role } = useSession()
  const mayChange = atLeast(role, 'admin')
  const drafts = useDrafts(book, stored)
  const { draft, setDraft, base, isDirty } = drafts
  const [wrong, setWrong] = useState<string | null>(null)
  async function store(value: unknown, key: string): Promise<boolean> {
    const checked = book.schema.safeParse(value)
    setWrong(checked.success ? null : 'Figures are numbers of zero or more.')
    if (!checked.success) return false
    try {
      const { data } = base
        ? await send(
            organisationconfigCalls.update,
            { id: base.id, version: base.version, value },
            { key },
          )
        : await send(organisationconfigCalls.create, { name, value }, { key })
      drafts.begin(data as StoredSetting)
    } catch (cause) {
      if (isApiProblem(cause) && cause.status === 474) drafts.meet(cause.data as StoredSetting)
      // Somebody else was the first to store any: theirs are read, and meet mine.
      else if (!base)
        await queryClient.invalidateQueries({ queryKey: organisationConfigsQuery.queryKey })
      throw cause
    }
    toast(`${title} saved.`)
    await queryClient.invalidateQueries({ queryKey: organisationConfigsQuery.queryKey })
    return true
  }
  const save = (key: string) => store(differences(book, draft), key)
  const submit = useSubmit(async (key) => void (await save(key)))
  // What held before a change; null is the standard.
  const former = useRef<unknown>(null)
  const back = useSubmit(async (key) => void (await store(former.current ?? {}, key)))
  const isBusy = submit.isBusy || back.isBusy
  const problem = wrong ?? submit.problem ?? back.problem
  const putBack = (value: unknown) => {
    former.current = value
    back.onSubmit()
  }
  useUnsavedGuard(isDirty, () => save(crypto.randomUUID()), title)
  const on = book.codes.filter((code) => draft[code]?.isOn).length
  const isAnyChanged = Object.entries(draft).some(([code, one]) => isChanged(book, code, one))
  const actions = mayChange && (
    <>
      <Button
        variant="default"
        disabled={!isAnyChanged}
        onClick={() => setDraft(draftOf(book.defaults))}
      >
        Back to the defaults
      </Button>
      <SaveBar>
        <Button type="submit" form="rules" loading={isBusy} disabled={!isDirty}>
          Save
        </Button>
      </SaveBar>
    </>
  )
  return (
    <Page
      title={title}
      summary={`${on} of ${book.codes.length} rules are on`}
      crumbs={<Crumbs path={[above]} here={title} />}
      actions={actions}
    >
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {!mayChange && <Alert color="gray">Only an admin can change the rules.</Alert>}
      <form id="rules" onSubmit={submit.onSubmit} aria-label={title} noValidate>
        <RulesTable book={book} drafts={draft} mayChange={mayChange} onChange={setDraft} />
      </form>
      <Paper component="section" mt="md">
        <Title order={2} mb="xs">
          Changes
        </Title>
        <SettingChanges
          name={name}
          said={(value) => rulesInWords(book, value)}
          onPutBack={mayChange ? putBack : undefined}
          // Putting back would drop what was typed, or cross what is being saved.
          isWaiting={isBusy || isDirty}
        />
      </Paper>
    </Page>
  )
}

/** What is typed over the rules as they were; what somebody else stores meanwhile is merged. */
function useDrafts(book: RuleBook, stored: StoredSetting | null) {
  const [base, setBase] = useState(stored)
  const draftsOf = (setting: StoredSetting | null) => draftOf(book.rulesFor(setting?.value ?? {}))
  const start = draftsOf(base)
  const [draft, setDraft] = useState(start)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  const begin = (next: StoredSetting | null) => {
    setBase(next)
    setDraft(draftsOf(next))
  }
  const meet = (theirs: StoredSetting) => {
    setBase(theirs)
    setDraft(mergedDrafts(start, draft, draftsOf(theirs)))
  }
  // Nothing typed: a newer setting takes the place of the older one.
  if (!isDirty && stored && stored.version > (base?.version ?? 0)) begin(stored)
  if (isDirty && stored && !base) meet(stored)
  return {
    base,
    draft,
    setDraft,
    isDirty,
    begin,
    /** Somebody was faster: their changes come into the table beside mine, to be looked at. */
    meet,
  }
}
