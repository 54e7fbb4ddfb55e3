import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { meterCalls } from '#domain/meters/meter-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import {
  forgetReadings,
  type Meter,
  type MeterReading,
  type MeterRegister,
  readingsQuery,
  registersQuery,
  useRules,
} from './meter-queries.ts'
import { beginReplacement, bodyOf, missingFor, previewFinal } from './replace-state.ts'
import { FinalStep, NewMeterStep, type StepProps, SummaryStep } from './replace-steps.tsx'

const steps = [
  { title: 'Final readings', Step: FinalStep },
  { title: 'The new meter', Step: NewMeterStep },
  { title: 'Summary', Step: SummaryStep },
] as const

interface Props {
  meter: Meter
  onClose: () => void
}

/** One meter out, another in, on the same day: the use of the connection stays whole. */
export function ReplaceDialog({ meter, onClose }: Props) {
  const registers = useQuery(registersQuery([meter.id]))
  const readings = useQuery(readingsQuery(meter.id))
  return (
    <Dialog isOpen onClose={onClose} size="lg" title={`Replace meter ${meter.meter_number}`} isKept>
      {registers.data && readings.data ? (
        <Wizard
          meter={meter}
          registers={registers.data}
          readings={readings.data}
          onClose={onClose}
        />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  )
}

interface WizardProps extends Props {
  registers: MeterRegister[]
  readings: MeterReading[]
}

function Wizard({ meter, registers, readings, onClose }: WizardProps) {
  const rules = useRules()
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [isTried, setIsTried] = useState(false)
  const [replacement, setReplacement] = useState(() => beginReplacement(registers))
  const previews = replacement.finals.map((final) =>
    previewFinal(final, replacement.replacement_date, { meter, readings, rules }),
  )
  const missing = missingFor(step, replacement, previews)
  const { title, Step } = steps[step] ?? steps[0]
  const isLast = step === steps.length - 1
  const submit = useSubmit(async (key) => {
    if (missing) return setIsTried(true)
    if (!isLast) return go(step + 1)
    const answer = await send(meterCalls.replace, bodyOf(meter, replacement), { key })
    toast(answer.message)
    onClose()
    await forgetReadings()
    void navigate(`/app/meter?id=${answer.data.id}`)
  })
  function go(to: number) {
    setIsTried(false)
    setStep(to)
  }
  const stepProps: StepProps = {
    meter,
    readings,
    previews,
    replacement,
    set: (next) => setReplacement((before) => ({ ...before, ...next })),
  }
  return (
    <form onSubmit={submit.onSubmit} aria-label={title} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed" role="status">
          Step {step + 1} of {steps.length}: {title}
        </Text>
        {submit.problem && (
          <Alert color="red" role="alert">
            {['meter_number', 'replacement_date', 'final_readings', 'registers']
              .map((field) => submit.errorOf(field))
              .find(Boolean) ?? submit.problem}
          </Alert>
        )}
        <Step {...stepProps} />
        {isTried && missing && (
          <Alert color="amber" role="alert">
            {missing}
          </Alert>
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={() => (step === 0 ? onClose() : go(step - 1))}>
            {step === 0 ? 'Cancel' : 'Back'}
          </Button>
          <Button type="submit" loading={submit.isBusy}>
            {isLast ? 'Replace meter' : 'Next'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
