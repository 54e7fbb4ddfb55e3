import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { type GasConditions, gasVolumeFactor } from '#domain/meters/gas.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { Edit } from '#web/kit/form/use-edit.ts'

const inputs = [
  { name: 'pressureKpa', label: 'Pressure above the air around it, kPa' },
  { name: 'altitudeMetres', label: 'Height above the sea, m' },
  { name: 'temperatureCelsius', label: 'Temperature of the gas, °C' },
] as const

/** Works out the conversion factor of a gas meter from where it stands. */
export function GasCalculator({ edit }: { edit: Edit }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        mt={4}
        leftSection={<IconCalculator size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Work it out
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Conversion factor of a gas meter"
      >
        <Calculator
          onTake={(factor) => {
            edit.form.setFieldValue('conversion_factor', factor)
            setIsOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

function Calculator({ onTake }: { onTake: (factor: string) => void }) {
  const [given, setGiven] = useState<GasConditions>({
    pressureKpa: '1.5',
    altitudeMetres: '0',
    temperatureCelsius: '15',
  })
  const factor = factorOf(given)
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (factor) onTake(factor)
  }
  return (
    <form onSubmit={submit} aria-label="Conversion factor" noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          From cubic metres at the meter to cubic metres at 101.325 kPa and 15 °C.
        </Text>
        {inputs.map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            inputMode="decimal"
            value={given[name]}
            onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
          />
        ))}
        <Text role="status">
          {factor ? (
            <>
              Conversion factor <strong>{factor}</strong>
            </>
          ) : (
            'Enter a number in each field.'
          )}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" disabled={!factor}>
            Use this factor
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function factorOf(given: GasConditions): string | null {
  const read = (text: string) => parseDecimal(text.replace('−', '-'), 6)
  const pressureKpa = read(given.pressureKpa)
  const altitudeMetres = read(given.altitudeMetres)
  const temperatureCelsius = read(given.temperatureCelsius)
  if (!pressureKpa || !altitudeMetres || !temperatureCelsius) return null
  try {
    return gasVolumeFactor({ pressureKpa, altitudeMetres, temperatureCelsius })
  } catch {
    // No meter stands so high or so cold.
    return null
  }
}
