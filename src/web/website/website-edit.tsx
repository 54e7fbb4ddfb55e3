import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { atLeast } from '#domain/access/role.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { website } from '#domain/website/website.ts'
import { websiteCalls } from '#domain/website/website-calls.ts'
import { EditOrganisation } from '#web/identity/edit-organisation.tsx'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { EditForm } from '#web/kit/form/edit-form.tsx'
import { LockBanner } from '#web/kit/form/lock-banner.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { PayeeBanner } from '#web/payees/payee-banner.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'

/** The organisation's website settings: one row, made with the first save. */
export function Screen() {
  const query = useQuery({
    queryKey: ['website', 'own'],
    queryFn: async () => (await send(websiteCalls.get, {})).data,
    staleTime: 0,
  })
  if (query.isPending) {
    return (
      <Page title="Website" summary=" ">
        <Skeleton height={320} radius="lg" />
      </Page>
    )
  }
  if (query.isError) {
    return (
      <Page title="Website">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <Form row={query.data} />
}

const refetch = () => void queryClient.invalidateQueries({ queryKey: ['website'] })

function Form({ row }: { row: EditRow | null }) {
  const { role, user } = useSession()
  const ours = user?.organisation_id
  const isAllowed = atLeast(role, website.access.write)
  const { lock, takeOver } = useDatalock(isAllowed ? '/app/website/edit' : null, refetch)
  const edit = useEdit({
    entity: website,
    row,
    keepsDraft: isAllowed,
    send: (body, key) => {
      // The name is asked for with every save of this one row; the form has checked the rest.
      const whole = { company_name: row?.company_name, ...body }
      return send(websiteCalls.save, whole as InputOf<typeof websiteCalls.save>, { key })
    },
    onSaved: () => toast('Changes saved.'),
  })
  useSaveKey(() => void edit.save())
  const isReadOnly = !isAllowed || lock.state === 'taken'
  return (
    <Page
      title="Website"
      summary="What your public pages and your mail say about you"
      actions={
        <>
          {isAllowed && <EditOrganisation />}
          <SaveBar>
            <Button
              loading={edit.isBusy}
              disabled={isReadOnly || !edit.isDirty}
              onClick={() => void edit.save()}
            >
              Save
            </Button>
          </SaveBar>
        </>
      }
    >
      <LockBanner lock={lock} onTakeOver={takeOver} />
      {!isReadOnly && <DraftBanner offer={edit.draft} />}
      {ours && <PayeeBanner kind="organisation" id={ours} />}
      <form
        noValidate
        aria-label="Website"
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        <EditForm entity={website} edit={edit} rowId={row?.id ?? null} isReadOnly={isReadOnly} />
        <button type="submit" hidden disabled={isReadOnly} />
      </form>
      {ours && <PayeeCard kind="organisation" id={ours} />}
      {edit.merge && (
        <MergeDialog
          entity={website}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </Page>
  )
}
