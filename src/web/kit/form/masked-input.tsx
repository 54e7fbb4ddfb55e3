import { Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { unmaskCall } from '#domain/kit/unmask-call.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { usePermissions, whyHidden } from '#web/kit/session/permissions.ts'
import { send } from '#web/kit/session/send.ts'
import { type InputProps, inputs } from './inputs.tsx'
import { RevealContext } from './reveal.ts'

interface Props extends InputProps {
  rowId: number | null
  onReveal: (value: unknown) => void
}

/** A hidden value: •••• until somebody with the permission asks, which leaves a trace. */
export function MaskedInput({ rowId, onReveal, ...props }: Props) {
  const { view_customer_direct_debit } = usePermissions()
  const reveal = useContext(RevealContext)
  const [isBusy, setIsBusy] = useState(false)
  const isHidden = typeof props.value === 'string' && props.value.startsWith('••••')
  // The masked text is no date and no number: it is shown as plain text until it is opened.
  const Input = isHidden ? inputs.text : inputs[props.field.kind]
  async function show(id: number) {
    setIsBusy(true)
    try {
      const call = unmaskCall(props.entity)
      const answer = await reveal(() => send(call, { id, field: props.name }))
      if (!answer) return
      onReveal(answer.data?.value)
      // The button goes with the mask; who pressed it goes on in the field.
      requestAnimationFrame(() => document.getElementById(props.id)?.focus())
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <div style={{ flex: 1 }}>
        <Input {...props} />
      </div>
      {isHidden && rowId !== null && (
        <Button
          variant="default"
          disabled={!view_customer_direct_debit}
          {...(view_customer_direct_debit ? {} : { title: whyHidden })}
          size="sm"
          loading={isBusy}
          leftSection={<IconEye size={15} aria-hidden />}
          aria-label={`Show ${props.label}`}
          onClick={() => show(rowId)}
        >
          Show
        </Button>
      )}
    </Group>
  )
}
