import { expect, test } from 'vitest'
import { findRegister, type KnownMeter, type RegisterTraits } from './find-register.ts'

const register = (id: number, register_code = 'UN', flow = 'X') => ({ id, register_code, flow })

function meter(id: number, more: Partial<KnownMeter> = {}): KnownMeter {
  return {
    id,
    meter_number: `M${id}`,
    connection: 'ICP1',
    date_installed: null,
    date_removed: null,
    registers: [register(id * 10)],
    ...more,
  }
}

function find(sought: Partial<RegisterTraits>, meters: KnownMeter[], codeIsHint = false) {
  const nothing = { meter_number: null, icp_number: null, register_code: null, flow: null }
  const when = { reading_date: '2026-05-10', reading_latest_type: 'actual' }
  const found = findRegister({ ...nothing, ...when, ...sought }, meters, codeIsHint)
  return found.meterregister_id ?? found.problem?.message
}

test('a serial number finds its meter, in capitals or not', () => {
  expect(find({ meter_number: ' m1 ' }, [meter(1)])).toBe(10)
  expect(find({ meter_number: 'M9' }, [meter(1)])).toBe("We don't know meter M9.")
})

test('a serial number that is nowhere known leaves the connection to decide', () => {
  expect(find({ meter_number: 'M9', icp_number: 'ICP1' }, [meter(1)])).toBe(10)
  expect(find({ meter_number: 'UNM', icp_number: 'ICP1' }, [meter(1)])).toBe(10)
})

test('a meter of another connection is not taken for this one', () => {
  const other = meter(1, { connection: 'ICP2' })
  const sought = { meter_number: 'M1', icp_number: 'ICP1' }
  expect(find(sought, [other])).toBe("We don't know meter M1 at ICP ICP1.")
  expect(find(sought, [meter(1, { connection: null })])).toBe(10)
})

test('an unknown ICP with a wrong checksum is told as a slip', () => {
  expect(find({ icp_number: '0000143418TRD9E' }, [meter(1)])).toBe(
    "We don't know ICP 0000143418TRD9E. The ICP is mistyped: check it against a bill.",
  )
  expect(find({ icp_number: '0000143418TRD9F' }, [meter(1)])).toBe(
    "We don't know ICP 0000143418TRD9F.",
  )
})

test('on a connection the meter counts that hung there on the day', () => {
  const old = meter(1, { date_installed: '2020-01-01', date_removed: '2026-05-10' })
  const fresh = meter(2, { date_installed: '2026-05-10' })
  const on = (reading_date: string, reading_latest_type = 'actual') =>
    find({ icp_number: 'ICP1', reading_date, reading_latest_type }, [fresh, old])
  expect(on('2026-05-09')).toBe(10)
  expect(on('2026-05-11')).toBe(20)
  expect(on('2026-05-10', 'final')).toBe(10)
  expect(on('2026-05-10', 'opening')).toBe(20)
  // Before any meter: the nearest is taken, and a rule says what is wrong.
  expect(on('2019-01-01')).toBe(10)
})

test('registers are told apart by code and flow', () => {
  const solar = meter(1, {
    registers: [register(1, 'D'), register(2, 'N'), register(3, 'EG', 'I')],
  })
  expect(find({ meter_number: 'M1', register_code: 'n' }, [solar])).toBe(2)
  expect(find({ meter_number: 'M1', flow: 'I' }, [solar])).toBe(3)
  expect(find({ meter_number: 'M1' }, [solar])).toBe('Say which register was read: D, N.')
  expect(find({ meter_number: 'M1', register_code: 'UN' }, [solar])).toBe(
    'Meter M1 has no register UN.',
  )
  expect(find({ icp_number: 'ICP1' }, [meter(1), meter(2)])).toBe(
    'Say which meter was read: M1, M2.',
  )
})

test('whoever does not say the flow speaks of what was used', () => {
  const solar = meter(1, { registers: [register(1, 'UN'), register(2, 'EG', 'I')] })
  expect(find({ meter_number: 'M1' }, [solar])).toBe(1)
})

test('an unknown data stream stands for the only register', () => {
  expect(find({ icp_number: 'ICP1', register_code: '000001' }, [meter(1)], true)).toBe(10)
  expect(find({ icp_number: 'ICP1', register_code: '000001' }, [meter(1)])).toBe(
    'Meter M1 has no register 000001.',
  )
})
