import { useState } from 'react'
import type { RegisterFacts } from '#domain/meters/reading-facts.ts'
import { today } from '#web/kit/frame/today.ts'
import { type Meter, type MeterReading, useRules } from './meter-queries.ts'
import { type Preview, previewReading, type TypedReading } from './reading-preview.ts'
import { typedDecimal } from './reading-words.ts'

interface Options {
  meter: Meter
  register: (RegisterFacts & { id: number }) | undefined
  readings: readonly MeterReading[]
  /** Told from outside where many readings share a day and a kind. */
  day?: Pick<TypedReading, 'reading_date' | 'reading_latest_type'>
}

/** A reading while it is typed, with what the server will make of it. */
export function useTypedReading({ meter, register, readings, day }: Options) {
  const rules = useRules()
  const blank: TypedReading = {
    id: 0,
    reading_date: today(),
    reading_latest_type: 'actual',
    reading_latest: '',
    is_rollover: false,
  }
  const [own, setOwn] = useState(blank)
  const typed = { ...own, ...day }
  const reading_latest = typedDecimal(typed.reading_latest)
  const preview: Preview = register
    ? previewReading(
        { ...typed, reading_latest },
        {
          meter,
          register,
          history: readings.filter((one) => one.meterregister_id === register.id),
          rules,
          today: today(),
        },
      )
    : { computed: null, findings: [], isRolloverProposed: false }
  return {
    typed,
    preview,
    set: (next: Partial<TypedReading>) => setOwn((before) => ({ ...before, ...next })),
    /** What is sent. */
    body: {
      reading_date: typed.reading_date,
      reading_latest_type: typed.reading_latest_type,
      reading_latest,
      is_rollover: typed.is_rollover,
    },
  }
}
