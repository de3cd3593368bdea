CREATE TABLE budget_figure_dimension (
  agreement             int NOT NULL,
  budget_figure_number  int NOT NULL,
  dimension_number      int NOT NULL,
  dimension_key         int NOT NULL,
  object_version        bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, budget_figure_number, dimension_number),
  CONSTRAINT budget_figure_dimension_budget_figure_number_fk FOREIGN KEY (agreement, budget_figure_number)
    REFERENCES budget_figure ON DELETE CASCADE,
  CONSTRAINT budget_figure_dimension_dimension_key_fk FOREIGN KEY (agreement, dimension_number, dimension_key)
    REFERENCES dimension_key
);
ALTER TABLE budget_figure_dimension ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE budget_figure_dimension IS 'Which key of a dimension a budget figure has.';

CREATE INDEX budget_figure_dimension_of_key ON budget_figure_dimension (agreement, dimension_key);

SELECT keep_trail('budget_figure_dimension', 'BudgetFigure', '{budget_figure_number,dimension_number}');
