import { Button, Group, Paper, Radio, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type Demonstration,
  type DemonstrationStatus,
  demonstrationCalls,
  demonstrationSizes,
} from '#domain/identity/demonstration-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { ShownOnce } from '#web/kit/frame/shown-once.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { workIn } from '#web/kit/session/session.ts'

const explained: Record<DemonstrationStatus, string> = {
  waiting: 'Begins in a moment.',
  filling: 'Under way; people can go on working.',
  ready: 'Everything is there. Nothing leaves it.',
  failed: 'It could not be filled and holds nothing. Remove it and make another.',
  removing: 'Nobody gets in any more; its rows and files are on their way out.',
}

const isUnderWay = ({ demonstration_status: status }: Demonstration) =>
  status === 'waiting' || status === 'filling' || status === 'removing'

const reload = () => queryClient.invalidateQueries({ queryKey: ['demonstrations'] })

const sizes: Record<(typeof demonstrationSizes)[number], string> = {
  large: 'A large office to which everything has happened: about a minute',
  small: 'A small office that has one of everything: a few seconds',
}

/** Makes an organisation to show the program with. */
export function NewDemonstration() {
  const [isOpen, setIsOpen] = useState(false)
  const [size, setSize] = useState<string>('large')
  const submit = useSubmit(async () => {
    const asked = demonstrationSizes.find((one) => one === size) ?? 'large'
    const { message } = await send(demonstrationCalls.create, { size: asked })
    toast(message)
    setIsOpen(false)
    await reload()
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        New demonstration organisation
      </Button>
      <DialogForm
        isOpen={isOpen}
        title="New demonstration organisation"
        button="Make it"
        submit={submit}
        onClose={() => setIsOpen(false)}
      >
        <Text size="sm">
          With customers, contracts and money that nobody has. It is marked on every page and paper,
          its messages reach nobody, and it is removed as a whole.
        </Text>
        <Radio.Group label="How much there is to see" value={size} onChange={setSize}>
          <Stack gap={6} mt={4}>
            {demonstrationSizes.map((one) => (
              <Radio key={one} value={one} label={sizes[one]} />
            ))}
          </Stack>
        </Radio.Group>
      </DialogForm>
    </>
  )
}

/** The demonstrations there are; nothing where there are none. */
export function Demonstrations() {
  const { data = [] } = useQuery({
    queryKey: ['demonstrations'],
    queryFn: async () => (await send(demonstrationCalls.list, {})).data ?? [],
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : false),
  })
  const standing = data.map(({ id, demonstration_status: status }) => `${id} ${status}`).join()
  // What is made or gone here is a line of the list above as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the standing matters
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['organisations'] })
  }, [standing])
  const [shown, setShown] = useState<{ id: number; password: string } | null>(null)
  const [going, setGoing] = useState<Demonstration | null>(null)
  if (data.length === 0) return null
  const about = data.find(({ id }) => id === shown?.id)
  return (
    <Paper component="section" mt="md">
      <Title order={2}>Demonstrations</Title>
      <Stack gap="sm" mt="sm">
        {shown && about && (
          <>
            <Text size="sm">
              {about.usernames.join(', ')} of {about.name} sign in with:
            </Text>
            <ShownOnce secret={shown.password} />
          </>
        )}
        <PlainTable
          label="Demonstrations"
          columns={columnsOf({ onPassword: setShown, onRemove: setGoing })}
          rows={data}
          keyOf={(row) => row.id}
        />
      </Stack>
      {going && <RemoveDemonstration row={going} onClose={() => setGoing(null)} />}
    </Paper>
  )
}

interface RowActions {
  onPassword: (shown: { id: number; password: string }) => void
  onRemove: (row: Demonstration) => void
}

const columnsOf = (actions: RowActions): Column<Demonstration>[] => [
  { heading: 'Name', isRowHeading: true, cell: (row) => row.name },
  {
    heading: 'Status',
    cell: ({ demonstration_status: status }) => (
      <StatusChip value={status} label={humanise(status)} explanation={explained[status]} />
    ),
  },
  { heading: 'Actions', cell: (row) => <Actions row={row} {...actions} /> },
]

function Actions({ row, onPassword, onRemove }: RowActions & { row: Demonstration }) {
  const { id, name, demonstration_status: status } = row
  const givePassword = async () => {
    try {
      const { data } = await send(demonstrationCalls.keys, { id })
      onPassword({ id, password: data.password })
    } catch (cause) {
      toastProblem(cause)
    }
  }
  return (
    <Group gap="xs">
      {status === 'ready' && (
        <>
          <Button
            variant="default"
            aria-label={`Work in ${name}`}
            onClick={() => workIn(id).catch(toastProblem)}
          >
            Work here
          </Button>
          <Button
            variant="default"
            aria-label={`New password for ${name}`}
            onClick={() => void givePassword()}
          >
            New password
          </Button>
        </>
      )}
      {(status === 'ready' || status === 'failed') && (
        <Button
          variant="subtle"
          color="red"
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(row)}
        >
          Remove
        </Button>
      )}
    </Group>
  )
}

function RemoveDemonstration({ row, onClose }: { row: Demonstration; onClose: () => void }) {
  const [name_confirm, setName] = useState('')
  const submit = useSubmit(async () => {
    const { message } = await send(demonstrationCalls.remove, { id: row.id, name_confirm })
    toast(message)
    onClose()
    await reload()
  })
  return (
    <DialogForm
      isOpen
      isDanger
      title={`Remove ${row.name}?`}
      button="Remove"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        Everything in <b>{row.name}</b> goes for good: customers, money, messages, files and the
        people who sign in there. Nothing else is touched.
      </Text>
      <TextField
        label="Name"
        name="name_confirm"
        description="Type it exactly as it's shown."
        autoComplete="off"
        value={name_confirm}
        onChange={setName}
        submit={submit}
      />
    </DialogForm>
  )
}
