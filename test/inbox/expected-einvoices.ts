/*
 * What each sample of ../shared/data must give, written down before there was anything that reads them: taken from the
 * files by hand and by another reader (Python's), and compared with what the public judge says of them. Those files are
 * others' work, so they are not part of the project.
 */

/**
 * Samples that are read: path, root, seller, its VAT number, number, day, due day, currency, VAT categories (taxable,
 * tax), lines, what it comes to with what is prepaid, rounded and payable, files inside it and elsewhere, payment id.
 */
// prettier-ignore
export const EXPECTED: readonly string[] = [
  'einvoice/examples/Allowance-example.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13|2017-12-01|EUR|S@25 4900.00 1225.00; E@0 1000.00 0.00|3|7125.00 1000.00 0.00 6125.00|0+1|Snippet1',
  'einvoice/examples/base-creditnote-correction.xml|CreditNote|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13||EUR|S@25 1325.00 331.25|2|1656.25 0.00 0.00 1656.25|0+0|Snippet1',
  'einvoice/examples/base-example.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13|2017-12-01|EUR|S@25 1325.00 331.25|2|1656.25 0.00 0.00 1656.25|0+0|Snippet1',
  'einvoice/examples/vat-category-E.xml|Invoice|The Sellercompany Incorporated|GB928741974|Vat-Z|2018-08-30||GBP|E@0 1200.00 0.00|1|1200.00 0.00 0.00 1200.00|0+0|',
  'einvoice/examples/vat-category-Z.xml|Invoice|The Sellercompany Incorporated|GB928741974|Vat-Z|2018-08-30||GBP|Z@0 1200.00 0.00|1|1200.00 0.00 0.00 1200.00|0+0|',
  'einvoice-in/peppol/Allowance-example.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13|2017-12-01|EUR|S@25 4900.00 1225.00; E@0 1000.00 0.00|3|7125.00 1000.00 0.00 6125.00|0+1|Snippet1',
  'einvoice-in/peppol/GR-base-example-correct.xml|Invoice|SupplierOfficialName Ltd|EL0618285912|061828591!01/10/2020!0!1.1!0!1|2020-10-01|2020-12-01|EUR|S@25 1325.00 331.25|2|1656.25 0.00 0.00 1656.25|0+1|Snippet1',
  'einvoice-in/peppol/Norwegian-example-1.xml|Invoice|The Sellercompany ASA|NO123456785MVA|TOSL108|2013-06-30|2013-07-20|NOK|S@25 1460.50 365.13; S@15 1.00 0.15; E@0 -25.00 0.00|5|1801.78 1000.00 0.22 802.00|1+1|0003434323213231',
  'einvoice-in/peppol/Vat-category-S.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13|2017-12-01|EUR|S@25 5000.00 1250.00; S@15 2000.00 300.00|3|8550.00 0.00 0.00 8550.00|0+0|Snippet1',
  'einvoice-in/peppol/base-creditnote-correction.xml|CreditNote|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13||EUR|S@25 1325.00 331.25|2|1656.25 0.00 0.00 1656.25|0+0|Snippet1',
  'einvoice-in/peppol/base-example.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13|2017-12-01|EUR|S@25 1325.00 331.25|2|1656.25 0.00 0.00 1656.25|0+0|Snippet1',
  'einvoice-in/peppol/base-negative-inv-correction.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Correction1|2017-11-13|2017-12-01|EUR|S@25 -1325.00 -331.25|2|-1656.25 0.00 0.00 -1656.25|0+0|Snippet1',
  'einvoice-in/peppol/sales-order-example.xml|Invoice|SupplierOfficialName Ltd|GB1232434|Snippet1|2017-11-13|2017-12-01|EUR|S@25 1325.00 331.25|2|1656.25 0.00 0.00 1656.25|0+0|Snippet1',
  'einvoice-in/peppol/vat-category-E.xml|Invoice|The Sellercompany Incorporated|GB928741974|Vat-Z|2018-08-30||GBP|E@0 1200.00 0.00|1|1200.00 0.00 0.00 1200.00|0+0|',
  'einvoice-in/peppol/vat-category-O.xml|Invoice|The Sellercompany Incorporated||Vat-O|2018-08-30||SEK|O 3200.00 0.00|1|3200.00 0.00 0.00 3200.00|0+0|',
  'einvoice-in/peppol/vat-category-Z.xml|Invoice|The Sellercompany Incorporated|GB928741974|Vat-Z|2018-08-30||GBP|Z@0 1200.00 0.00|1|1200.00 0.00 0.00 1200.00|0+0|',
  'einvoice-in/en16931/BIS_Billing_30-DataIT.xml|Invoice|Ubiquitous IT (UIT) Sweden AB|SE123456789001|08/00355|2008-02-08|2008-03-07|SEK|E@0 1050.00 0.00; S@25 7286.00 1821.50|3|10157.50 0.00 0.50 10158.00|0+0|08/00355',
  "einvoice-in/en16931/BIS_Billing_30-Elhandel.xml|Invoice|El-Handlar'n Sverige AB|SE556677889901|8220278|2018-03-05|2018-04-04|SEK|S@25 593.99 148.50; E@0 50.00 0.00|2|792.49 0.00 -0.49 792.00|0+0|8220278",
  'einvoice-in/en16931/BIS_Billing_30-Elnat.xml|Invoice|Elnät AB|SE567895678901|82202787022|2018-03-05|2018-04-04|SEK|S@25 1562.39 390.60|3|1952.99 0.00 0.01 1953.00|0+0|82202787022',
  'einvoice-in/en16931/BIS_Billing_30-Factoring.xml|Invoice|QVK Montage AB|SE112233445501|7023708|2017-08-29|2017-09-29|EUR|S@25 92000.00 23000.00|2|115000.00 0.00 0.00 115000.00|0+0|702308',
  'einvoice-in/en16931/BIS_Billing_30-Forskott_(ej moms).xml|Invoice|AB Intelligent Tooling||20180112|2018-01-09||SEK|O 400000.00 0.00|1|400000.00 0.00 0.00 400000.00|0+0|',
  'einvoice-in/en16931/BIS_Billing_30-Forskott_slutreglering.xml|Invoice|AB Intelligent Tooling|SE123456789001|20180112|2018-08-02||SEK|S@25 380000.00 95000.00|2|475000.00 400000.00 0.00 75000.00|0+0|',
  'einvoice-in/en16931/BIS_Billing_30-Hyrbil.xml|Invoice|Ubiquitous Fleet of Cars Sverige AB|SE012345678901|321123|2008-01-02|2008-02-01|SEK|S@25 463.00 115.75|5|578.75 0.00 0.25 579.00|0+0|321123',
  'einvoice-in/en16931/BIS_Billing_30-Inkopskort.xml|Invoice|Kort- & Finanstjänster AB||1234567|2017-11-20|2017-11-30|SEK|O 1100.00 0.00|5|1100.00 0.00 0.00 1100.00|0+0|12341234512345699',
  'einvoice-in/en16931/BIS_Billing_30-InomstatligFakturering.xml|Invoice|Statsinstitutet||31208027214|2008-06-12|2008-07-12|SEK|O 28250.00 0.00|1|28250.00 0.00 0.00 28250.00|0+0|31208027214',
  'einvoice-in/en16931/BIS_Billing_30-Kreditering_(urspr_faktura).xml|Invoice|Produtionsbolaget Sverige AB|SE123456789001|2018133|2018-02-08|2018-03-07|SEK|S@25 8668.00 2167.00|2|10835.00 834.90 -0.10 10000.00|0+0|1800355',
  'einvoice-in/en16931/BIS_Billing_30-Kreditering_med_kreditnota.xml|CreditNote|Produtionsbolaget Sverige AB|SE123456789001|2018140|2018-02-10||SEK|S@25 8668.00 2167.00|2|10835.00 834.90 -0.10 10000.00|0+0|1800355',
  'einvoice-in/en16931/BIS_Billing_30-Kreditering_med_negativ_faktura.xml|Invoice|Produtionsbolaget Sverige AB|SE123456789001|2018140|2018-02-10|2018-03-07|SEK|S@25 -8668.00 -2167.00|2|-10835.00 -834.90 0.10 -10000.00|0+0|1800355',
  'einvoice-in/en16931/BIS_Billing_30-OmvandSkattskyldighet.xml|Invoice|Larm-, Lås- & Nyckelservice KB|SE012345678901|912345|2009-04-02|2009-04-23|SEK|AE@0 140000.00 0.00|2|140000.00 0.00 0.00 140000.00|0+0|91234501',
  'einvoice-in/en16931/BIS_Billing_30-Rabatter_och_avgifter.xml|Invoice|Lagerproffset AB|SE123456789001|2018210|2018-10-02|2018-11-02|SEK|S@25 179680.00 44920.00|2|224600.00 0.00 0.00 224600.00|0+0|F/N ABCDEFG',
  'einvoice-in/en16931/BIS_Billing_30-Rantefaktura_Enkel.xml|Invoice|QVK Montage AB||2018038|2005-02-11|2005-03-10|SEK|O 2416.16 0.00|1|2416.16 0.00 -0.16 2416.00|0+0|45224585',
  'einvoice-in/en16931/BIS_Billing_30-Rantefaktura_Saml.xml|Invoice|QVK Montage AB||2018038|2005-02-11|2005-03-10|SEK|O 2416.16 0.00|3|2416.16 0.00 -0.16 2416.00|0+0|45224585',
  'einvoice-in/en16931/BIS_Billing_30-Resor_Bokning.xml|Invoice|Nettoresor AB|SE123456789001|ABC123|2007-11-05|2007-11-15|SEK|S@6 856.00 51.36; S@25 150.00 37.50|2|1094.86 0.00 0.14 1095.00|0+0|123456789012345',
  'einvoice-in/en16931/BIS_Billing_30-Resor_Taxi.xml|Invoice|Taxi- o Transportrörelsen HB|SE556677889901|1002420|2008-09-01|2008-10-01|SEK|S@6 707.30 42.44|3|749.74 0.00 0.26 750.00|0+0|1002420',
  'einvoice-in/en16931/BIS_Billing_30-Telefoni.xml|Invoice|Telefonitjänster AB|SE556677889901|2007-99123|2007-02-05|2007-03-05|SEK|S@25 831.02 207.76|12|1038.78 0.00 0.22 1039.00|0+0|123456789012345',
  'einvoice-in/en16931/BIS_Billing_30-Tjanster_Bevakning.xml|Invoice|Säker i Sverige AB|SE554433221101|306188194|2007-07-24|2007-10-24|SEK|S@25 25000.00 6250.00|1|31250.00 0.00 0.00 31250.00|0+0|306188194',
  'einvoice-in/en16931/BIS_Billing_30-Tjanster_Kopiering.xml|Invoice|Kopiering & Test AB|SE556677889901|743617|2007-02-08|2007-04-08|SEK|S@25 5012.42 1253.11|2|6265.53 0.00 0.47 6266.00|0+0|',
  'einvoice-in/en16931/BIS_Billing_30-Valutor i faktura.xml|Invoice|QVK Montage AB|SE112233445501|800018|2018-01-26|2018-02-26|USD|S@25 92000.00 23000.00|2|115000.00 0.00 0.00 115000.00|0+0|800018',
  'einvoice-in/en16931/CreditNote-Max_content.xml|CreditNote|The Global Chain Sweden AB|SE123456789001|2018210|2018-02-08||SEK|S@25 10000.00 2500.00; E@0 0.00 0.00|2|12500.00 0.00 0.00 12500.00|1+1|1800355',
  'einvoice-in/en16931/CreditNote-Min_content_with_VAT.xml|CreditNote|Säljbolaget AB|SE123451234501|2018-112|2018-07-31||SEK|S@25 400.00 100.00|1|500.00 0.00 0.00 500.00|0+0|',
  'einvoice-in/en16931/CreditNote-Min_content_without_VAT.xml|CreditNote|Säljbolaget AB||2018-112|2018-07-31||SEK|O 400.00 0.00|1|400.00 0.00 0.00 400.00|0+0|',
  'einvoice-in/en16931/Invoice-Max_content.xml|Invoice|The Global Chain Sweden AB|SE123456789001|2018210|2018-02-08|2018-03-07|SEK|S@25 10000.00 2500.00; E@0 0.00 0.00|2|12500.00 0.00 0.00 12500.00|1+1|1800355',
  'einvoice-in/en16931/Invoice-Min_content_with_VAT.xml|Invoice|Säljbolaget AB|SE123451234501|2018-112|2018-07-31||SEK|S@25 400.00 100.00|1|500.00 0.00 0.00 500.00|0+0|',
  'einvoice-in/en16931/Invoice-Min_content_without_VAT.xml|Invoice|Säljbolaget AB||2018-112|2018-07-31||SEK|O 400.00 0.00|1|400.00 0.00 0.00 400.00|0+0|',
  'einvoice-in/en16931/guide-example1.xml|Invoice|De Koksmaat|NL8200.98.395.B.01|12115118|2015-01-09|2015-01-09|EUR|S@6 183.23 10.99; S@21 46.37 9.74|20|250.33 0.00 0.00 250.33|0+0|Deb. 10202 / Fact. 12115118',
  'einvoice-in/en16931/guide-example2.xml|Invoice|Salescompany ltd.|NO123456789MVA|TOSL108|2013-06-30|2013-07-20|NOK|S@25 1460.50 365.13; S@15 1.00 0.15; E@0 -25.00 0.00|5|1801.78 1000.00 0.00 801.78|0+1|0003434323213231',
  'einvoice-in/en16931/guide-example3.xml|Invoice|SubscriptionSeller|DK16356706|TOSL108|2013-04-10|2013-05-10|DKK|S@25 900.00 225.00|2|1125.00 0.00 0.00 1125.00|0+0|Payref1',
  'einvoice-in/en16931/issue116.xml|Invoice|SÄLJARNAMNET|SE123456789001|2018210|2018-02-08|2018-03-07|SEK|S@6 100.00 6.00; S@25 400.00 100.00; S@12 200.00 24.00; E@0 0.00 0.00|4|830.00 0.00 0.00 830.00|0+0|',
  'einvoice-in/en16931/sample-discount-price.xml|Invoice|HEP SPLIT|HR46830600751|test decimal 1|2018-02-05|2018-02-28|EUR|S@25 12.12 3.03|1|15.15 0.00 0.00 15.15|0+0|',
  'einvoice-in/en16931/ubl-tc434-creditnote1.xml|CreditNote|My Supplier Company|BE0000000196|018304 / 28865|2019-09-23||EUR|E@0 100.11 0.00|1|100.11 0.00 0.00 100.11|0+0|010676609538',
  'einvoice-in/en16931/ubl-tc434-example1.xml|Invoice|De Koksmaat|NL8200.98.395.B.01|12115118|2015-01-09|2015-01-09|EUR|S@6 183.23 10.99; S@21 46.37 9.74|20|250.33 0.00 0.00 250.33|0+0|Deb. 10202 / Fact. 12115118',
  'einvoice-in/en16931/ubl-tc434-example10.xml|Invoice|De Koksmaat|NL8200.98.395.B.01|12115118|2015-01-09|2015-01-09|EUR|S@6 183.23 10.99; S@21 46.37 9.74|20|250.33 0.00 0.00 250.33|0+0|Deb. 10202 / Fact. 12115118',
  'einvoice-in/en16931/ubl-tc434-example2.xml|Invoice|Salescompany ltd.|NO123456789MVA|TOSL108|2013-06-30|2013-07-20|NOK|S@25 1460.50 365.13; S@15 1.00 0.15; E@0 -25.00 0.00|5|1801.78 1000.00 0.00 801.78|1+1|0003434323213231',
  'einvoice-in/en16931/ubl-tc434-example3.xml|Invoice|SubscriptionSeller|DK16356706|TOSL108|2013-04-10|2013-05-10|DKK|S@25 900.00 225.00; S@10 800.00 80.00|2|2005.00 0.00 0.00 2005.00|0+0|Payref1',
  'einvoice-in/en16931/ubl-tc434-example4.xml|Invoice|SellerCompany|DK16356706|TOSL110|2013-04-10|2013-05-10|DKK|S@25 1500.00 375.00; S@12 2500.00 300.00|3|4675.00 0.00 0.00 4675.00|0+0|Payref1',
  'einvoice-in/en16931/ubl-tc434-example5.xml|Invoice|SellerCompany|NL16356706|TOSL110|2013-04-10|2013-05-10|DKK|S@25 1500.00 375.00; S@12 2500.00 300.00|3|4675.00 2337.50 0.00 2337.50|1+0|Payref1',
  'einvoice-in/en16931/ubl-tc434-example6.xml|Invoice|SellerCompany|DK123456789MVA|TOSL110|2013-04-10|2013-05-10|DKK|S@25 1500.00 375.00; S@12 2500.00 300.00|3|4675.00 0.00 0.00 4675.00|0+0|',
  'einvoice-in/en16931/ubl-tc434-example7.xml|Invoice|The Sellercompany Incorporated||INVOICE_test_7|2013-03-11||SEK|O 3200.00 0.00|2|3200.00 0.00 0.00 3200.00|0+0|',
  'einvoice-in/en16931/ubl-tc434-example8.xml|Invoice|Enexis B.V.|NL809561074B01|1100512149|2014-11-10|2014-11-24|EUR|S@21 908.91 190.87|10|1099.78 0.00 0.00 1099.78|0+0|1100512149',
  'einvoice-in/en16931/ubl-tc434-example9.xml|Invoice|Bluem BV|NL809163160B01|20150483|2015-04-01|2015-04-14|EUR|S@21 147.00 30.87|1|177.87 0.00 0.00 177.87|0+0|2015 0483 0000 0000',
  'einvoice-in/en16931/ubl-tc434-test-1.xml|Invoice|Salescompany ltd.|NO123456789MVA|TOSL108|2013-06-30|2013-07-20|NOK|S@25 1460.50 365.13; S@15 1.00 0.15; E@0 -25.00 0.00|5|1801.78 1000.00 0.00 801.78|1+0|0003434323213231',
  'einvoice-in/en16931/BIS3_Invoice_negativ.XML|Invoice|Company A|DK12345678|12345|2019-01-25|2019-02-24|DKK|S@25 -625743.54 -156435.89|1|-782179.43 0.00 0.00 -782179.43|0+0|12345667890',
  'einvoice-in/en16931/BIS3_Invoice_positive.XML|Invoice|Company A|DK12345678|12345|2019-01-25|2019-02-24|DKK|S@25 625743.54 156435.89|1|782179.43 0.00 0.00 782179.43|0+0|12345667890',
]

const TEST_SET = 'It is XML of testSet; an e-invoice is an Invoice or CreditNote of UBL 2.1.'
const DANISH_RULES = ['002', '003', '004', '005', '006', '007', '008', '009', '010', '011', '013', '014', '016']

/** Samples that are refused, and the sentence that says why. */
export const REFUSED: Readonly<Record<string, string>> = {
  'einvoice-in/peppol/GR-base-example-TaxRepresentative.xml': 'BR-06: it has no name of the seller (RegistrationName).',
  ...Object.fromEntries(
    DANISH_RULES.map((rule) => [`einvoice-in/peppol-dk-rules/DK_Validation_DKR${rule}.xml`, TEST_SET]),
  ),
}

/** The sentence about files of the former Danish format, which sums otherwise. */
export const OIOUBL =
  /^It is OIOUBL-2\.\d+, which sums otherwise\. Ask the supplier for Peppol BIS Billing 3, as NemHandel carries it too\.$/
