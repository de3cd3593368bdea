CREATE OR REPLACE FUNCTION decimals_of(currency text) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI',
    'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 0 ELSE 2 END;

COMMENT ON FUNCTION decimals_of(text) IS
  'The decimals that amounts of a sales document have: none in a currency without, else 2, also where the currency has '
  'more. The same currencies as WHOLE_CURRENCIES of the program.';
