import { machine } from '#domain/kit/machine.ts'

/** The life of a GST return: prepared as often as it takes, filed once and for good. */
export const gstreturnMachine = machine({
  field: 'return_status',
  words: { file: 'file' },
  states: ['prepared', 'filed'],
  transitions: [
    { action: 'refresh', from: ['prepared'], to: null, who: 'accounting' },
    {
      action: 'file',
      from: ['prepared'],
      to: 'filed',
      who: 'manager',
      needs: ['filed_date', 'reference'],
    },
  ],
})
