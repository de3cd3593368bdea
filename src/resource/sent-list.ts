/**
 * SQL: the records of the JSON list `parameter` as rows, to stand in FROM under an alias. `columns` are names with
 * types. Because of the LIMIT the planner expects ten rows and not a hundred, so it finds what they name by keys. For a
 * hundred it would read all customers of the agreement.
 */
export const sentList = (parameter: string, columns: string): string =>
  `(SELECT * FROM json_to_recordset(${parameter}::json) AS s(${columns}) LIMIT json_array_length(${parameter}::json))`
