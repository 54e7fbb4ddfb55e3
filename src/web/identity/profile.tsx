import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { user } from '#domain/identity/user.ts'
import { userCalls } from '#domain/identity/user-calls.ts'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { EditForm } from '#web/kit/form/edit-form.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { refreshUser } from '#web/kit/session/session.ts'
import { ApiKeyPanel } from './api-key-panel.tsx'
import { LookPanel } from './look-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

// What a person may change of their own; the rest is the platform admins'.
const profile = {
  ...user,
  form: {
    You: ['firstname', 'middlename', 'lastname', 'email'],
    Phones: ['phone_mobile', 'phone_work', 'phone_home'],
    Language: ['language', 'locale', 'timezone', 'newsletter'],
    Notifications: ['notification_mode', 'notification_channel', 'notification_copy'],
  },
}

/** §2: Edit User Profile, with second factor, API keys, sessions, looks, and what others add. */
export function ProfileScreen({ children }: { children?: ReactNode }) {
  const query = useQuery({
    queryKey: ['user', 'own'],
    queryFn: async () => (await send(userCalls.get, {})).data,
    staleTime: 0,
  })
  if (query.isPending) {
    return (
      <Page title="Edit User Profile" summary=" ">
        <Skeleton height={320} radius="lg" />
      </Page>
    )
  }
  if (query.isError) {
    return (
      <Page title="Edit User Profile">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <Form row={query.data}>{children}</Form>
}

function Form({ row, children }: { row: EditRow; children: ReactNode }) {
  const edit = useEdit({
    entity: profile,
    row,
    onSaved: ({ message }) => {
      toast(message)
      void refreshUser()
    },
  })
  useSaveKey(() => void edit.save())
  return (
    <Page
      title="Edit User Profile"
      summary={String(row.username)}
      actions={
        <>
          <Anchor component={Link} to="/app/password/change" size="sm">
            Change Password
          </Anchor>
          <SaveBar>
            <Button loading={edit.isBusy} disabled={!edit.isDirty} onClick={() => void edit.save()}>
              Save User
            </Button>
          </SaveBar>
        </>
      }
    >
      <form
        noValidate
        aria-label="Edit User Profile"
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        <EditForm entity={profile} edit={edit} rowId={row.id} isReadOnly={false} />
        <button type="submit" hidden />
      </form>
      <Stack gap="md" ml={{ base: 0, md: 200 }}>
        <TotpPanel />
        <ApiKeyPanel />
        <SessionsPanel />
        {children}
        <LookPanel />
      </Stack>
      {edit.merge && (
        <MergeDialog
          entity={profile}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </Page>
  )
}
