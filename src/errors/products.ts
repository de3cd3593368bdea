import type { ErrorEntry } from './entry.ts'

/** Codes of products, their groups and their prices, as published: one line per code. */
// prettier-ignore
export const productErrors = {
  ProductNumberAlreadyExists: { status: 400, message: 'A product with that number exists.', hint: 'Give a number that is free.' },
  ProductNumberChangeSettingNotEnabled: { status: 400, message: 'The agreement does not let products change their numbers.', hint: 'Send the productNumber of the path, or have whoever runs the service allow it.' },
  ProductGroupDoesNotExist: { status: 400, message: 'The product group does not exist.', hint: 'Give the number of a product group.' },
  ProductDoesNotExist: { status: 400, message: 'The product does not exist.', hint: 'Give the number of a product.' },
  ProductUsedOnInvoiceLines: { status: 400, message: 'Booked invoices have the product.', hint: 'Take isAccessible away instead.' },
  ProductUsedOnDraftInvoiceLines: { status: 400, message: 'Draft invoices have the product.', hint: 'Delete those lines first, or take isAccessible away.' },
  ProductUsedInSubscriptions: { status: 400, message: 'Subscriptions have the product.', hint: 'Delete those lines first, or take isAccessible away.' },
  InvalidCurrency: { status: 400, message: 'The currency is unknown, or the base currency, whose price is the product’s own.', hint: 'Give the code of another currency.' },
  ProductPriceInCurrencyAlreadyExists: { status: 400, message: 'The product has a price in that currency.', hint: 'Update that price.' },
  PriceGroupIdExists: { status: 400, message: 'A price group with that number exists.', hint: 'Give a number that is free.' },
  PriceGroupInvalidPriceGroupId: { status: 400, message: 'The number of a price group is at least 1.', hint: 'Give a higher number.' },
  PriceGroupNameIsRequired: { status: 400, message: 'A price group needs a name.', hint: 'Give a name of 1 to 50 characters.' },
  PriceGroupNameCanBe50CharMax: { status: 400, message: 'The name of a price group has at most 50 characters.', hint: 'Shorten the name.' },
  PriceGroupUsedByOneOrMoreCustomers: { status: 400, message: 'Customers are in the price group.', hint: 'Give those customers another price group first.' },
  PriceGroupUsedByProductSpecialPrice: { status: 400, message: 'Products have special prices for the group.', hint: 'Delete those prices first.' },
  ProductSpecialPriceCreateDiscountPercentageOutOfRange: { status: 400, message: 'A discount is from 0 to 100 per cent.', hint: 'Give a discount in that range.' },
  ProductSpecialPriceCreatePriceGroupDoesNotExist: { status: 400, message: 'The price group does not exist.', hint: 'Use the number of a price group in the path.' },
  ProductSpecialPriceCreateProductAlreadyHasSpecialPriceInPriceGroup: { status: 400, message: 'The product has a special price for the group.', hint: 'Update that price.' },
  ProductSpecialPriceCreateProductDoesNotExist: { status: 400, message: 'The product does not exist.', hint: 'Give the number of a product.' },
  ProductSpecialPriceCreateSalesPriceBaseCurrencyAndDiscountPercentageSpecified: { status: 400, message: 'A special price is a price or a discount, not both.', hint: 'Leave one of the two out.' },
  ProductSpecialPriceDeleteSpecialPriceUsedBySpecialPriceInCurrency: { status: 400, message: 'The special price has prices in currencies.', hint: 'Delete those first.' },
  ProductSpecialPriceCurrencyCreateCurrencyDoesNotExist: { status: 400, message: 'The currency is unknown, or the base currency, whose price is the special price’s own.', hint: 'Give the code of another currency.' },
  ProductSpecialPriceCurrencyCreateDiscountPercentageSpecified: { status: 400, message: 'The special price is a discount, which holds in every currency.', hint: 'Clear discountPercentage first.' },
  ProductSpecialPriceCurrencyCreateProductSpecialPriceDoesNotExist: { status: 400, message: 'The special price does not exist.', hint: 'Use the number of a special price in the path.' },
  ProductSpecialPriceCurrencyCreateSpecialPriceInCurrencyAlreadyExists: { status: 400, message: 'The special price has a price in that currency.', hint: 'Update that price.' },
} satisfies Record<string, ErrorEntry>
