import type { ErrorEntry } from './entry.ts'

/** Codes of supplier contacts and supplier groups (rule 9.6). */
export const supplierErrors = {
  SupplierContactNameAlreadyExists: {
    status: 400,
    message: 'The supplier already has a contact with that name.',
    hint: 'Give another name, or update the contact that has it.',
  },
  SupplierContactNameNullOrEmpty: {
    status: 400,
    message: 'The name of a supplier contact cannot be empty.',
    hint: 'Give a name of 1 to 255 characters.',
  },
  SupplierDoesNotExist: {
    status: 400,
    message: 'The supplier does not exist.',
    hint: 'Give the number of an existing supplier.',
  },
  SupplierNumberMismatch: {
    status: 400,
    message: 'The supplier number of a contact cannot be updated.',
    hint: 'Send the supplierNumber that was read.',
  },
  SupplierContactIsInUse: {
    status: 400,
    message: 'The contact is in use: its supplier names it as attention.',
    hint: 'Clear attentionNumber on the supplier first.',
  },
  SupplierGroupIdAlreadyExists: {
    status: 400,
    message: 'A supplier group with that number exists.',
    hint: 'Give a number that is free.',
  },
  SupplierGroupNameEmpty: {
    status: 400,
    message: 'The name of a supplier group cannot be empty.',
    hint: 'Give a name of 1 to 50 characters.',
  },
  SupplierGroupDoesNotContainsRequiredAccounts: {
    status: 400,
    message: 'A supplier group needs an account.',
    hint: 'Give accountNumber.',
  },
  SupplierGroupIsInUse: {
    status: 400,
    message: 'Suppliers are linked to the group, so it cannot be deleted.',
    hint: 'Move its suppliers to another group first.',
  },
  ERROR_CODE_AccountDoesNotExist: {
    status: 400,
    message: 'The account does not exist.',
    hint: 'Give the number of an existing account.',
  },
  ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType: {
    status: 400,
    message: 'The account is not of balance or profit-and-loss type.',
    hint: 'Give an account of type 1 or 2.',
  },
} satisfies Record<string, ErrorEntry>
