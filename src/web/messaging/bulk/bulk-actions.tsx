import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { HistoryDrawer } from '#web/kit/frame/history-panel.tsx'
import { MoreMenu } from '#web/kit/frame/more-menu.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import type { Answer, Info } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetBulk } from './bulk-queries.ts'

interface Props {
  row: BulkMessage
  info: Info
}

/** What can be done with it now. */
export function BulkActions({ row, info }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const navigate = useNavigate()
  const { id } = row
  const may = (name: string) =>
    (info.available_actions ?? []).some(({ action, allowed }) => action === name && allowed)
  async function act<D>(made: () => Promise<Answer<D>>): Promise<Answer<D> | null> {
    setIsBusy(true)
    try {
      const answer = await made()
      toast(answer.message)
      return answer
    } catch (cause) {
      toastProblem(cause)
      return null
    } finally {
      // Whatever it answered, it may be another one by now.
      await forgetBulk()
      setIsBusy(false)
    }
  }
  async function cancel() {
    const answer = await ask<'cancel' | 'keep'>({
      title: `Cancel “${row.name}”?`,
      text: 'Whoever has not got it by now never does. What has left cannot be taken back.',
      cancel: 'keep',
      answers: [
        { answer: 'keep', label: 'Keep it' },
        { answer: 'cancel', label: 'Cancel the rest', isDanger: true },
      ],
    })
    if (answer === 'cancel') await act(() => send(bulkmessageCalls.cancel, { id }))
  }
  async function again(to: 'rest' | 'failed') {
    const answer = await act(() => send(bulkmessageCalls.again, { id, to }))
    if (answer) void navigate(`/app/bulkmessage?id=${answer.data.id}`)
  }
  const button = (label: string, run: () => unknown, isMain = false) => (
    <Button variant={isMain ? 'filled' : 'default'} loading={isBusy} onClick={() => void run()}>
      {label}
    </Button>
  )
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => setIsHistoryOpen(true)}>History</Menu.Item>
      </MoreMenu>
      {may('cancel') && button('Cancel', cancel)}
      {may('pause') && button('Pause', () => act(() => send(bulkmessageCalls.pause, { id })), true)}
      {may('resume') &&
        button('Resume', () => act(() => send(bulkmessageCalls.resume, { id })), true)}
      {may('again') && button('To the failed', () => again('failed'))}
      {may('again') && button('To the rest', () => again('rest'), true)}
      <HistoryDrawer
        entity={bulkmessage}
        id={id}
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
      />
    </>
  )
}
