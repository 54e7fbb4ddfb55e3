import { machine } from '#domain/kit/machine.ts'

/** The columns its questions read. */
interface Facts {
  is_locked: unknown
}

const lockedRow = ({ is_locked }: Facts) =>
  is_locked ? 'the contract is locked – unlock it first' : null

const notLocked = ({ is_locked }: Facts) => (is_locked ? null : 'it is not locked')

/** The life of a supply contract. Time states (upcoming, expiring, rolling) are derived badges. */
export const contractMachine = machine({
  field: 'contract_status',
  states: ['draft', 'offered', 'active', 'cancelled', 'ended'],
  words: {
    addrateupdates: 'change the sell rates of',
    addsupplierrateupdates: 'change the buy rates of',
  },
  transitions: [
    { action: 'update', from: ['draft'], to: null, who: 'user' },
    // A changed offer is another offer: the old link is dead.
    { action: 'update', from: ['offered'], to: 'draft', who: 'user' },
    { action: 'update', from: ['active'], to: null, who: 'user', unless: lockedRow },
    { action: 'send', from: ['draft'], to: 'offered', who: 'user' },
    { action: 'send', from: ['offered'], to: 'offered', who: 'user' },
    { action: 'accept', from: ['offered'], to: 'active', who: 'accounting', needs: ['name'] },
    { action: 'activate', from: ['draft'], to: 'active', who: 'accounting', needs: ['reason'] },
    {
      action: 'addrateupdates',
      from: ['active'],
      to: null,
      who: 'accounting',
      unless: lockedRow,
      needs: ['valid_from_date', 'rates'],
    },
    {
      action: 'addsupplierrateupdates',
      from: ['active'],
      to: null,
      who: 'accounting',
      unless: lockedRow,
      needs: ['valid_from_date', 'rates'],
    },
    { action: 'undo', from: ['active'], to: null, who: 'manager', unless: lockedRow },
    { action: 'lock', from: ['active'], to: null, who: 'manager', unless: lockedRow },
    { action: 'unlock', from: ['active'], to: null, who: 'manager', unless: notLocked },
    {
      action: 'cancel',
      from: ['active'],
      to: 'cancelled',
      who: 'manager',
      needs: ['date_end', 'reason'],
    },
    { action: 'restore', from: ['cancelled', 'ended'], to: 'active', who: 'manager' },
    { action: 'delete', from: ['draft', 'offered'], to: 'deleted', who: 'user' },
    // Within an hour whoever deleted it may bring it back too; the server knows who that was.
    { action: 'restore', from: ['deleted'], to: 'draft', who: 'manager' },
    {
      action: 'duplicate',
      from: ['draft', 'offered', 'active', 'cancelled', 'ended'],
      to: null,
      who: 'user',
    },
  ],
})
